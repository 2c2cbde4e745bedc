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
/** Nothing is tapped below the page's head or behind the bar at its foot: it is swiped into view first. */
const [HEAD, FOOT] = [80, 160]
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
  const { page } = phone
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
    ...{ see, tap },
    choose: async (option) => {
      await tap(option)
      inputs += 1
    },
    type: async (field, text) => {
      await tap(field)
      await page.keyboard.type(text, { delay: KEY_MS })
      const typed = await field.inputValue()
      if (typed !== text) throw new Error(`"${text}" was typed, and the field holds "${typed}"`)
      inputs += 1
    },
    counted: () => ({ inputs, taps }),
  }
}

/** Swipes until the target is on the screen, or the page ends. */
async function swipeTo({ devtools }: Phone, target: Locator): Promise<void> {
  let before = Number.NaN
  for (let swipe = 0; swipe < MAX_SWIPES; swipe += 1) {
    const box = await target.first().boundingBox()
    if (!box || box.y === before) return
    before = box.y
    const middle = box.y + box.height / 2
    if (middle > HEAD && middle < SCREEN.height - FOOT) return
    const distance = SCREEN.height / 2 - middle
    await devtools.send('Input.synthesizeScrollGesture', {
      ...{ x: SCREEN.width / 2, y: SCREEN.height / 2, speed: SWIPE.perSecond, gestureSourceType: 'touch' },
      yDistance: Math.max(-SWIPE.most, Math.min(SWIPE.most, distance)),
    })
  }
}
