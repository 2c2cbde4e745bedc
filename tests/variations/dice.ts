/** Random choices that are the same for the same seed. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761) >>> 0
    for (let round = 0; round < 4; round += 1) this.next()
  }

  /** From 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(part: number): boolean {
    return this.next() < part
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.int(0, values.length - 1)] as Value
  }

  shuffled<Value>(values: readonly Value[]): Value[] {
    const all = values.map((value) => ({ value, at: this.next() }))
    return all.sort((a, b) => a.at - b.at).map(({ value }) => value)
  }

  some<Value>(values: readonly Value[], count: number): Value[] {
    return this.shuffled(values).slice(0, count)
  }
}
