import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { contrast } from '#domain/campaigns/crest.ts'
import { type Cents, negate, parseTyped, subtract, sum, ZERO } from '#domain/money.ts'
import { MONEY_MAIL_REASON, STOP_WORDS } from '#domain/people/mail-kinds.ts'
import { inScheme } from './layout.ts'
import { mailSamples } from './samples.ts'

/** The functions that write mails: `export function receiptMail(…): MailBody`, or an arrow function of that name. */
const WRITER = /export (?:const|function) (\w+Mail)\b/g
const sources = globSync('server/messaging/mails/*-mails.ts')

it('every mail that the product writes has a sample', () => {
  const written = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(WRITER)].map(([, name]) => name as string),
  )
  expect(written.length).toBeGreaterThan(20)
  const shown = new Set(mailSamples().map(({ template }) => template))
  expect(written.filter((name) => !shown.has(name))).toEqual([])
})

it('mail samples are the same every time, with distinct names', () => {
  expect(mailSamples()).toEqual(mailSamples())
  const names = mailSamples().map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

/** To owners and representatives: what they read about money is about an organization, not about what they owe. */
const NOT_TO_SUPPORTERS =
  /^(dispute|refund|charge|payout)-|^(exception|sign-off|payout|bank-changed|account-due|account-stopped)$/

it('mail about what its reader owes or paid says that it cannot be turned off; optional mail and invitations have their link', () => {
  for (const { name, group, mail } of mailSamples()) {
    const isToSupporter = group === 'Money' && !NOT_TO_SUPPORTERS.test(name)
    expect([name, mail.text.includes(MONEY_MAIL_REASON)]).toEqual([
      name,
      isToSupporter || ['pledge-card', 'mandate-ended', 'campaign-cancelled'].includes(name),
    ])
    const isUnasked = ['ambassador-invitation', 'ambassador-nudge', 'member-invitation'].includes(name)
    expect([name, mail.unsubscribeUrl !== undefined]).toEqual([
      name,
      group === 'Results and weeks' || isUnasked,
    ])
    if (mail.unsubscribeUrl === undefined) continue
    const stops = Object.values(STOP_WORDS).filter((words) =>
      mail.text.includes(`${words}: ${mail.unsubscribeUrl}`),
    )
    expect([name, stops.length]).toEqual([name, 1])
    expect(mail.html).toContain(mail.unsubscribeUrl)
  }
})

it('a mail with links has one button, readable in light and dark; all other ways are lines of text', () => {
  for (const { name, mail } of mailSamples()) {
    const buttons = [...mail.html.matchAll(/<a [^>]*class="m-button"[^>]*>/g)].map(([tag]) => tag)
    const [body = ''] = mail.text.split('\n---\n')
    expect([name, buttons.length]).toEqual([name, /^[^\n]+: https:/m.test(body) ? 1 : 0])
    expect([name, mail.html.match(/display:inline-block/g)?.length ?? 0]).toEqual([name, buttons.length])
    for (const button of buttons) {
      const [, light = ''] = /background:(#\w{6})/.exec(button) ?? []
      const [, ink = ''] = /;color:(#\w{6})/.exec(button) ?? []
      const [, dark = ''] = /\.m-button\{background:(#\w{6})/.exec(inScheme(mail.html, 'dark')) ?? []
      for (const color of [light, dark]) expect(contrast(color, ink)).toBeGreaterThan(4.5)
    }
  }
})

type Row = readonly [label: string, amount: Cents]
type Table = { caption: string; rows: Row[] }

/** Tables of a mail's text, with the rows that are amounts. A board is one without a caption. */
function tablesOf(text: string): Table[] {
  return text.split('\n\n').map((block) => {
    const lines = block.split('\n')
    const rows = lines.flatMap((line): Row[] => {
      const [, label, sign, amount] = /^ {0,2}(\S.*): ([−-]?)(\$[\d,]+\.\d\d)$/.exec(line) ?? []
      const value = parseTyped(amount ?? '')
      return label === undefined || value === null ? [] : [[label, sign ? negate(value) : value]]
    })
    return { caption: lines.length > 1 ? (lines[0] ?? '') : '', rows }
  })
}

/** What a mail's figures say twice, as differences: all of them are zero. */
function differences(subject: string, text: string): Cents[] {
  const tables = tablesOf(text)
  const figure = (label: string) => tables.flatMap(({ rows }) => rows).find(([one]) => one === label)?.[1]
  const total = ({ rows }: Pick<Table, 'rows'>) => sum(rows.map(([, amount]) => amount))
  const captioned = (start: string) => tables.filter(({ caption }) => caption.startsWith(start))
  const found: (Cents | undefined)[] = []
  const compare = (whole: Cents | undefined, ...parts: (Cents | undefined)[]) => {
    if (whole !== undefined && parts.some((part) => part !== undefined))
      found.push(subtract(whole, sum(parts.map((part) => part ?? ZERO))))
  }
  const less = (amount: Cents | undefined) => amount && negate(amount)
  const earned = figure('Earned so far')
  for (const one of captioned('What your pledge has earned')) compare(earned, total(one))
  const due = figure('To pay now') ?? figure('Newly due') ?? figure('To pay')
  if (captioned('What your pledge has earned').length > 0) compare(due, earned, less(figure('Billed before')))
  else compare(due, figure('Amount'), less(figure('Paid so far')))
  for (const { rows } of tables) {
    const whole = rows.find(([label]) => label === 'Total')?.[1]
    compare(whole, ...rows.filter(([label]) => label !== 'Total').map(([, amount]) => amount))
  }
  for (const one of captioned('Given in'))
    compare(parseTyped(subject.split(': ').at(-1) ?? '') ?? undefined, total(one))
  compare(figure('Your maximum'), earned, figure('Left of your maximum'))
  const added = figure('Added to your pledge') ?? figure('Corrected on your pledge')
  const at = tables.findIndex(({ caption }) => caption === 'Your pledge so far')
  const first = tables.findIndex(({ rows }) => rows.some(([, amount]) => amount === added))
  if (added !== undefined) compare(added, ...tables.slice(first + 1, at).map(total))
  const collected = figure('Collected') ?? figure('Collected since then')
  const commission = figure('Our commission on it')
  const balance = [figure('Balance before'), collected, less(commission), less(figure('This payout'))]
  if (commission !== undefined) {
    compare(figure('Balance now'), ...balance)
    compare(collected, ...Array.from({ length: 4 }, () => commission))
  }
  return found.filter((one) => one !== undefined)
}

it('the figures of every sample add up, as a reader would check them', () => {
  const checked = mailSamples().map(({ name, mail }) => [name, differences(mail.subject, mail.text)] as const)
  for (const [name, all] of checked) expect([name, all]).toEqual([name, all.map(() => ZERO)])
  expect(checked.filter(([, all]) => all.length > 0).length).toBeGreaterThan(15)
})
