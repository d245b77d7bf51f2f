// Chooses an action out of those that are listed as legal. Knows no rules.

import type {
  ActionRequest,
  Decision,
  Field,
  LandnamAction,
  LandnamActionShape,
  LegalActions,
  SettlersAction,
  SettlersActionShape,
} from "./types.js";

const SHAPES = 0.1;

const upTo = (most: number) => Math.floor(Math.random() * (most + 1));

/** One of several. */
function any<T>(things: readonly T[]): T {
  const chosen = things[upTo(things.length - 1)];
  if (chosen === undefined) {
    throw new Error("there is nothing to choose from");
  }
  return chosen;
}

/** So many of them, at random. */
function some<T>(things: readonly T[], count: number): T[] {
  const left = [...things];
  return Array.from({ length: count }, () => left.splice(upTo(left.length - 1), 1)).flat();
}

/** A number for the open field of that name. */
function integer(fields: readonly Field[], name: string): number {
  for (const field of fields) {
    if (field.kind === "integer" && field.name === name) {
      return field.min + upTo(field.max - field.min);
    }
  }
  throw new Error(`there is no number ${name}`);
}

/** Cards for the open field of that name: as few as are asked for, of kinds other than those that are taken. */
function bundle(fields: readonly Field[], name: string, taken: Record<string, number> = {}): Record<string, number> {
  for (const field of fields) {
    if (field.kind === "bundle" && field.name === name) {
      const kinds = field.limits.filter((limit) => !field.not_in || !taken[limit.kind]);
      const cards = kinds.flatMap((limit) => Array.from({ length: limit.max }, () => limit.kind));
      const counts: Record<string, number> = {};
      for (const card of some(cards, field.min_total)) {
        counts[card] = (counts[card] ?? 0) + 1;
      }
      return counts;
    }
  }
  throw new Error(`there is no bundle ${name}`);
}

function filledOfLandnam({ action, fields }: LandnamActionShape): LandnamAction {
  switch (action.type) {
    case "sue":
    case "raise":
    case "add_to_suit":
      return { ...action, cards: integer(fields, "cards") };
    case "offer_trade": {
      const give = bundle(fields, "give");
      return { ...action, give, want: bundle(fields, "want", give) };
    }
    default:
      return action;
  }
}

function filledOfSettlers({ action, fields }: SettlersActionShape): SettlersAction {
  switch (action.type) {
    case "discard":
      return { ...action, cards: bundle(fields, "cards") };
    case "offer_trade":
    case "counter_trade": {
      const give = bundle(fields, "give");
      return { ...action, give, get: bundle(fields, "get", give) };
    }
    default:
      return action;
  }
}

/** A listed action, or now and then, and where there is no other, one that has to be filled in. */
function one<Action, Shape>(asked: { actions: Action[]; shapes: Shape[] }, filled: (shape: Shape) => Action): Action {
  const shaped = asked.shapes.length > 0 && (asked.actions.length === 0 || Math.random() < SHAPES);
  return shaped ? filled(any(asked.shapes)) : any(asked.actions);
}

/** One of the decisions that the game waits for; nothing if there is none. */
function awaited<Asked extends { decision: Decision }>(decisions: Asked[]): Asked | undefined {
  const asked = decisions.filter(({ decision }) => decision.blocking);
  return asked.length === 0 ? undefined : any(asked);
}

/** An answer to one of the decisions that the game waits for; nothing if there is none. */
export function choose(legal: LegalActions): ActionRequest | undefined {
  switch (legal.ruleset) {
    case "landnam": {
      const asked = awaited(legal.decisions);
      return asked && { ruleset: legal.ruleset, decision: asked.decision.id, action: one(asked, filledOfLandnam) };
    }
    case "settlers": {
      const asked = awaited(legal.decisions);
      return asked && { ruleset: legal.ruleset, decision: asked.decision.id, action: one(asked, filledOfSettlers) };
    }
    case "nord": {
      // NORD has no shapes.
      const asked = awaited(legal.decisions);
      return asked && { ruleset: legal.ruleset, decision: asked.decision.id, action: any(asked.actions) };
    }
  }
}
