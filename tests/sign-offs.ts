/** One representative prepares, another approves; a new one may do neither yet (R29). */
import type { SignOff } from '#domain/schemas/sign-off.ts'
import { type Answer, type Caller, expectStatus } from '#tests/app.ts'
import type { TestOrganization } from '#tests/fixtures.ts'

export const waitingSignOffs = async (by: Caller): Promise<SignOff[]> =>
  expectStatus(await by.get<SignOff[]>('/api/sign-offs'), 200)

export const approve = (by: Caller, id: string | undefined) =>
  by.post<SignOff>(`/api/sign-offs/${id}/approval`)

/** Approves what was just prepared; a refusal is answered as it is. */
export const approved = async (second: Caller, prepared: Answer<SignOff>): Promise<Answer<SignOff>> =>
  prepared.status === 201 ? approve(second, prepared.body.id) : prepared

/** Proposed by one representative and confirmed by the other, just now. */
export async function addNewRepresentative({
  app,
  representative,
  second,
}: TestOrganization): Promise<Caller> {
  const person = await app.user({ firstName: 'Nell' })
  expectStatus(await representative.post('/api/representatives', { email: person.email }), 201)
  expectStatus(await second.post(`/api/representatives/${person.userId}/confirmation`), 201)
  return person
}
