/** A database that says nothing: everyone is told to try again, and is served once it speaks. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Line } from '../silent-line.ts'
import type { World } from './pledge-load.ts'
import { eventually } from './program.ts'
import type { Site } from './site.ts'

/** `line`: what the site's database is reached through. */
export async function fallSilent({ url }: Site, world: World, line: Line): Promise<void> {
  const [supporter] = world.supporters
  if (!supporter) throw new Error('there are supporters')
  const key = randomUUID()
  const pledge = () =>
    fetch(`${url}${world.path}/pledges`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${supporter.caller.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({
        ...{ paymentMethod: 'auto_bill_progress', stripePaymentMethodId: supporter.card, isAnonymous: false },
        pledgeStatistics: [{ statisticId: world.gift, pledgeAmount: '25.00' }],
      }),
    })
  const signIn = () =>
    fetch(`${url}/api/identity/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email: 'nobody@example.org', password: 'a long password' }),
    })
  const requests = {
    pledge,
    signIn,
    list: () => fetch(`${url}/api/campaigns`),
    page: () => fetch(`${url}/campaigns`),
  }
  // Its connections are open and its statements known.
  expect((await signIn()).status).toBe(401)
  line.goSilent('all')
  const answers = await Promise.all(
    Object.entries(requests).map(async ([name, send]) => {
      const { status, headers } = await send()
      return [name, status, headers.get('retry-after')]
    }),
  )
  expect(answers).toEqual(Object.keys(requests).map((name) => [name, 503, '5']))
  line.speak()
  await eventually(async () => (await fetch(`${url}/readyz`)).status === 200)
  expect((await pledge()).status).toBe(201)
}
