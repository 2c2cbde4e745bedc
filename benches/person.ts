/** A person who uses a phone, at a person's pace. What they enter and touch is counted. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Locator } from '@playwright/test'
import { type Phone, SCREEN } from './phone.ts'

/** People type 36 words of five letters a minute on a phone (Palin et al., "How do people type on mobile devices?"). */
const KEY_MS = 330
/** Finding the next button or field on a screen that is already there, and moving a thumb to it. */
const TAP_MS = 600
/** A swipe moves two thirds of the screen, slowly enough to see what passes. */
const SWIPE = { most: 560, perSecond: 1_000 }
const MAX_SWIPES = 20
const APPEARS_MS = 60_000

export type Person = {
  /** Presses a button or a link. */
  tap(target: Locator): Promise<void>
  /** Makes one choice of several. */
  choose(option: Locator): Promise<void>
  /** Fills in a field, key by key. */
  type(field: Locator, text: string): Promise<void>
  /** Waits until the screen shows it. */
  see(shown: Locator): Promise<void>
  /** What was entered and touched so far; a field that is filled in is touched once. */
  counted(): { inputs: number; taps: number }
}

export function personWith(phone: Phone): Person {
  let inputs = 0
  let taps = 0
  const see = (shown: Locator) => shown.first().waitFor({ timeout: APPEARS_MS })
  const tap = async (target: Locator) => {
    await see(target)
    await swipeTo(phone, target)
    await wait(TAP_MS)
    await target.first().tap({ timeout: APPEARS_MS })
    taps += 1
  }
  return {
    see,
    tap,
    choose: async (option) => {
      await tap(option)
      inputs += 1
    },
    type: async (field, text) => {
      await see(field)
      // A card form moves on by itself: nobody taps the field that they are in.
      if (!(await field.evaluate((input) => input === document.activeElement))) await tap(field)
      await typeKeys(phone, text)
      const typed = await field.inputValue()
      if (typed !== text) throw new Error(`"${text}" was typed, and the field holds "${typed}"`)
      inputs += 1
    },
    counted: () => ({ inputs, taps }),
  }
}

/** A key after the other, each in its turn: a finger does not wait for the screen. */
async function typeKeys({ page }: Phone, text: string): Promise<void> {
  const before = performance.now()
  for (const [index, key] of [...text].entries()) {
    await wait(before + (index + 1) * KEY_MS - performance.now())
    await page.keyboard.type(key)
  }
}

/** Swipes until the target can be seen and nothing covers it, or the page ends. */
async function swipeTo({ devtools }: Phone, target: Locator): Promise<void> {
  let before = Number.NaN
  for (let swipe = 0; swipe < MAX_SWIPES; swipe += 1) {
    const { middle, isInView } = await target.first().evaluate(look)
    if (isInView || middle === before) return
    before = middle
    const distance = SCREEN.height / 2 - middle
    await devtools.send('Input.synthesizeScrollGesture', {
      x: SCREEN.width / 2,
      y: SCREEN.height / 2,
      speed: SWIPE.perSecond,
      gestureSourceType: 'touch',
      yDistance: Math.max(-SWIPE.most, Math.min(SWIPE.most, distance)),
    })
  }
}

/** Runs in the page: how far down the element's middle is, and whether a tap there reaches it. */
function look(element: Element): { middle: number; isInView: boolean } {
  const { x, y, width, height } = element.getBoundingClientRect()
  const middle = y + height / 2
  return { middle, isInView: element.contains(document.elementFromPoint(x + width / 2, middle)) }
}
