/** What representatives do about exceptions, in one line each (R34). */
import type { Act, ExceptionKind } from '#domain/billing/exception.ts'
import type { Exception } from '#domain/schemas/exception.ts'
import { type Answer, type Caller, expectStatus } from '#tests/app.ts'

export const openExceptions = async (by: Caller): Promise<Exception[]> =>
  expectStatus(await by.get<Exception[]>('/api/exceptions'), 200)

/** As `refund_failed 15.00`. */
export const exceptionWords = async (by: Caller): Promise<string[]> =>
  (await openExceptions(by)).map(({ kind, amount }) => `${kind} ${amount}`)

export async function theException(by: Caller, kind: ExceptionKind): Promise<Exception> {
  const found = (await openExceptions(by)).filter((one) => one.kind === kind)
  const [one] = found
  if (!one || found.length > 1) throw new Error(`${found.length} exceptions ${kind}`)
  return one
}

export async function act(by: Caller, kind: ExceptionKind, chosen: Act): Promise<Answer<object>> {
  const { id } = await theException(by, kind)
  return by.post(`/api/exceptions/${id}/acts`, { act: chosen })
}
