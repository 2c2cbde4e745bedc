/** R78: a file of the bank is matched with the books, by a person, and posts nothing. */
import { beforeEach, expect, it } from 'vitest'
import type { BankFileRead, BankLine, BankMovement } from '#domain/schemas/bank-statement.ts'
import type { Deposit } from '#domain/schemas/payment.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { expectStatus } from '#tests/app.ts'
import { accounts, bill, invoicesOf, payment, pledge } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'

/** Two checks on slip 7, one on slip 8. */
let paid: Payment[]
let day: (later: number) => string
givenSeasonForEachTest()
beforeEach(async () => {
  for (const gift of ['25.00', '40.00', '100.00'])
    await pledge(org, season, { lines: { gift }, method: 'check' })
  await bill(org, season, 'final')
  paid = [await post('25.00', '1107'), await post('40.00', '1108'), await post('100.00', '2043')]
  await deposit([paid[0], paid[1]], '65.00', '7')
  await deposit([paid[2]], '100.00', '8')
  app.clock.advance({ days: 5 })
  const now = app.clock.now().getTime()
  day = (later) => {
    const [year, month, date] = new Date(now + (later - 5) * 86_400_000).toISOString().slice(0, 10).split('-')
    return `${month}/${date}/${year}`
  }
})

async function post(open: string, reference: string): Promise<Payment> {
  const invoice = (await invoicesOf(org, season)).find((one) => one.open === open)
  const form = { ...payment(invoice ?? { id: '' }, open, app), reference }
  return expectStatus(await org.representative.post<Payment>(`${season.path}/payments`, form), 201)
}
const deposit = async (payments: (Payment | undefined)[], amount: string, reference: string) =>
  expectStatus(
    await org.representative.post<Deposit>('/api/deposits', {
      amount,
      depositedOn: app.clock.now().toISOString().slice(0, 10),
      reference,
      paymentIds: payments.map((one) => one?.id),
    }),
    201,
  )
const send = (rows: string, answers: object = { order: 'month' }) =>
  org.representative.post<BankFileRead>('/api/bank-files', {
    file: btoa(`Date,Description,Amount\n${rows}`),
    answers,
  })
const lines = async (state = 'open') =>
  expectStatus(await org.representative.get<BankLine[]>(`/api/bank-lines?state=${state}`), 200)
const outstanding = async () =>
  expectStatus(await org.representative.get<BankMovement[]>('/api/bank-movements'), 200).map(
    ({ number }) => number,
  )
const put = (line: BankLine | undefined, form: object) =>
  org.representative.put<BankLine>(`/api/bank-lines/${line?.id}`, form)

const FILE = () => `${day(1)},DEPOSIT SLIP 7,65.00
${day(1)},DEPOSIT,100.00
${day(3)},RETURNED ITEM CHK 1107,-25.00
${day(3)},RETURNED ITEM FEE,-12.00
`

it('what is sure is matched with one press, what is not is a question, and nothing is posted', async () => {
  const before = await accounts(app.deps.db)
  expect(expectStatus(await send(FILE()), 200)).toEqual({ questions: [], added: 4, known: 0 })
  const open = await lines()
  expect(
    open.map(({ amount, isSure, choices }) => [amount, isSure, choices.map(({ number }) => number)]),
  ).toEqual(
    expect.arrayContaining([
      ['65.00', true, ['7']],
      ['100.00', true, ['8']],
      ['-25.00', false, []],
      ['-12.00', false, []],
    ]),
  )
  const matches = open
    .filter(({ isSure }) => isSure)
    .map(({ id: lineId, choices: [only] }) => ({ lineId, matchId: only?.id }))
  expect(expectStatus(await org.representative.post('/api/bank-matches', { matches }), 200)).toEqual({
    matched: 2,
  })
  expect(await outstanding()).toEqual([])
  expect((await lines('decided')).map(({ match }) => match?.number).sort()).toEqual(['7', '8'])
  expect(await accounts(app.deps.db)).toEqual(before)
})

it('the same file twice changes nothing, and a longer one adds what is new', async () => {
  expectStatus(await send(FILE()), 200)
  const fee = (await lines()).find(({ amount }) => amount === '-12.00')
  expectStatus(await put(fee, { note: 'The bank’s fee' }), 200)
  expect(expectStatus(await send(FILE()), 200)).toMatchObject({ added: 0, known: 4 })
  expect((await lines('decided')).map(({ note }) => note)).toEqual(['The bank’s fee'])
  const longer = `${FILE()}${day(3)},RETURNED ITEM FEE,-12.00\n`
  expect(expectStatus(await send(longer), 200)).toMatchObject({ added: 1, known: 4 })
})

it('a returned check proposes its payment, and once that is recorded as bounced they match', async () => {
  expectStatus(await send(FILE()), 200)
  const returned = async () => (await lines()).find(({ amount }) => amount === '-25.00')
  expect((await returned())?.bounces.map(({ id }) => id)).toEqual([paid[0]?.id])
  const on = app.clock.now().toISOString().slice(0, 10)
  const path = `${season.path}/payments/${paid[0]?.id}/reversal`
  expectStatus(await org.representative.post(path, { why: 'bounced', on }), 201)
  expect(await returned()).toMatchObject({ isSure: true, bounces: [], choices: [{ kind: 'reversal' }] })
})

it('a movement is matched once, only with its own amount, and a decision can be undone', async () => {
  expectStatus(
    await send(`${day(1)},A,100.00\n${day(1)},B,100.00\n${day(1)},C,5.00\n${day(1)},D,-100.00\n`),
    200,
  )

  const open = await lines()
  const of = (text: string) => open.find((one) => one.text === text)
  expect(of('A')?.isSure).toBe(false)
  const [slip] = of('A')?.choices ?? []
  const matchId = slip?.id
  expectStatus(await put(of('A'), { matchId }), 200)
  expectStatus(await put(of('B'), { matchId }), 409)
  expectStatus(await put(of('C'), { matchId }), 400)
  expectStatus(await put(of('D'), { matchId }), 400)
  expectStatus(await put(of('A'), {}), 200)
  expectStatus(await put(of('B'), { matchId }), 200)
})

it('a file with an unreadable line, or that is none of a bank, adds nothing and says why', async () => {
  const wrong = await send(`${day(1)},A,100.00\n${day(1)},B,a lot\n`)
  expect(wrong).toMatchObject({ status: 400 })
  expect(JSON.stringify(wrong.body)).toContain('line 3')
  expect(await lines()).toEqual([])
})
