/**
 * The browser in which something was begun that a mail confirms, or in which the question of the mail's page was answered:
 * there, one press confirms it. A cookie proves that and nothing else, and only together with the mailed link.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { MailQuestion } from '#domain/schemas/mail.ts'
import type { Db } from '#server/platform/db/database.ts'
import { keyFor, readRing } from '#server/platform/db/secrets.ts'
import type { Deps } from '#server/platform/deps.ts'

/** As long as a guest pledge waits, and as long as it can be taken back after that. */
const KNOWN_SECONDS = 4 * 86_400

const MOST_REMEMBERED = 20

export type Browser = {
  /** Whether what has this id was begun here. */
  began: (id: string) => Promise<boolean>
  remember: (id: string) => Promise<void>
}

/** `amounts`: the right answers, in cents. */
export type Asked = { question: MailQuestion; amounts: readonly number[] }

const nameOf = (id: string): string => `begun_${id.replaceAll('-', '')}`

/** With each root key, newest first. */
const valuesOf = async (db: Db, id: string): Promise<string[]> =>
  (await readRing(db)).map(({ key }) =>
    createHmac('sha256', keyFor(key, 'begun here')).update(id).digest('base64url'),
  )

export async function cookieFor(db: Db, id: string): Promise<{ name: string; value: string }> {
  const [value = ''] = await valuesOf(db, id)
  return { name: nameOf(id), value }
}

export function browserOf({ db, config }: Pick<Deps, 'db' | 'config'>, c: Context): Browser {
  return {
    began: async (id) => {
      const given = Buffer.from(getCookie(c, nameOf(id)) ?? '')
      if (given.length === 0) return false
      const right = (await valuesOf(db, id)).map((value) => Buffer.from(value))
      return right.some((value) => value.length === given.length && timingSafeEqual(value, given))
    },
    remember: async (id) => {
      const { name, value } = await cookieFor(db, id)
      // Browsers list older ones first; so many fit in what a proxy accepts as a header.
      const others = Object.keys(getCookie(c)).filter((one) => one.startsWith('begun_') && one !== name)
      for (const oldest of others.slice(0, -MOST_REMEMBERED)) deleteCookie(c, oldest, { path: '/' })
      setCookie(c, name, value, {
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: KNOWN_SECONDS,
        secure: config.appUrl.startsWith('https:'),
      })
    },
  }
}
