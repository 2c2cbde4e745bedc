import { type Caller, expectStatus } from './app.ts'
import type { TestOrganization } from './fixtures.ts'

/** Proposed by one representative and confirmed by the other, just now (R29). */
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
