// Chooses a ready request out of those that are listed as legal, and fills in a shape now and then. Knows no rules.

import type {
  ActionRequest,
  ActionResult,
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

/** What a seat may do, as a read lists it and as the reply to an action does. */
type Listed<Asked> = { decisions: Asked[] } | { legal: Asked[] };

/** A ready request, or now and then a shape filled in, for a decision that the game waits for; nothing if there is none. */
function one<Request, Shape>(
  listed: Listed<{ decision: Decision; requests?: Request[]; shapes: Shape[] }>,
  filled: (shape: Shape, decision: string) => Request,
): Request | undefined {
  const decisions = "decisions" in listed ? listed.decisions : listed.legal;
  const awaited = decisions.filter(({ decision }) => decision.blocking);
  if (awaited.length === 0) {
    return undefined;
  }
  const { decision, requests = [], shapes } = any(awaited);
  return shapes.length > 0 && Math.random() < SHAPES ? filled(any(shapes), decision.id) : any(requests);
}

/** An answer to one of the decisions that the game waits for; nothing if there is none. */
export function choose(listed: LegalActions | ActionResult): ActionRequest | undefined {
  switch (listed.ruleset) {
    case "landnam":
      return one(listed, (shape, decision) => ({ ruleset: "landnam", decision, action: filledOfLandnam(shape) }));
    case "settlers":
      return one(listed, (shape, decision) => ({ ruleset: "settlers", decision, action: filledOfSettlers(shape) }));
    case "nord":
      // NORD's shapes have nothing to fill in.
      return one(listed, (shape, decision) => ({ ruleset: "nord", decision, action: shape.action }));
  }
}
