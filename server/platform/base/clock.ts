/** The only place that reads the machine's time. Everything else is given a clock. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** A clock that is set manually: a test runs a whole season on it in a second. */
export class ManualClock implements Clock {
  #now: number

  constructor(start: string | Date) {
    this.#now = new Date(start).getTime()
  }

  now(): Date {
    return new Date(this.#now)
  }

  set(to: string | Date): void {
    this.#now = new Date(to).getTime()
  }

  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): void {
    const { days = 0, hours = 0, minutes = 0, seconds = 0 } = by
    this.#now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
  }
}

/** The machine's time shifted by a fixed span: the demo and the browser tests look ahead without waiting. */
export class OffsetClock implements Clock {
  #offsetMs = 0

  now(): Date {
    return new Date(systemClock.now().getTime() + this.#offsetMs)
  }

  get offsetMs(): number {
    return this.#offsetMs
  }

  set offsetMs(value: number) {
    this.#offsetMs = value
  }
}
