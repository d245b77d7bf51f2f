// For the default of a `switch`: it compiles only while every case is named.

export function never(unknown: never): never {
  throw new Error(`nobody knows ${JSON.stringify(unknown)}`);
}

/** Counts by name. */
export class Tally {
  readonly counts: Record<string, number> = {};

  add(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }
}
