/** The link of an invitation proves the address that it was mailed to, and no other (R16, R25). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLink } from '#server/messaging/links/index.ts'
import { sql } from '#server/platform/db/database.ts'
import { openIdentity, type TestIdentity } from '#tests/identity.ts'

let world: TestIdentity
let organizationId: string
let owner: string
beforeAll(async () => {
  world = await openIdentity()
  owner = await world.account('owner@example.org')
  organizationId = randomUUID()
  await world.db.query(sql`
    insert into organizations (id, name, description, city, state, organization_type, time_zone, created_by, created_at)
    values (${organizationId}, 'Waco Wolves', 'A club', 'Waco', 'TX', 'sports_club', 'America/Chicago', ${owner},
            ${world.clock.now()})`)
  await world.db.query(sql`
    insert into organization_members (organization_id, user_id, role, created_at)
    values (${organizationId}, ${owner}, 'owner', ${world.clock.now()})`)
})
afterAll(() => world.close())

/** The secret of the link in the mail. */
async function invite(email: string): Promise<string> {
  const id = randomUUID()
  const now = world.clock.now()
  await world.db.query(sql`
    insert into organization_invitations (id, organization_id, email, role, invited_by, created_at, expires_at)
    values (${id}, ${organizationId}, ${email}, 'scorer', ${owner}, ${now},
            ${new Date(now.getTime() + 14 * 86_400_000)})`)
  return world.db.transaction((tx) => makeLink(tx, world.clock, 'invitation', { subjectId: id }))
}

const signUp = (email: string, invitation: string, browser = world.browser()) =>
  browser.post('/sign-up/email', { email, password: 'a long password', firstName: 'Nia', invitation })

describe('signing up by an invitation', () => {
  it('opens the account at once, and mails that address no code but how to take the account back', async () => {
    const nia = world.browser()
    const answer = await signUp('Nia@example.org', await invite('nia@example.org'), nia)
    expect([answer.status, answer.body]).toEqual([
      200,
      { email: 'nia@example.org', emailVerified: true, twoFactorRequired: false },
    ])
    const user = await world.userRow('nia@example.org')
    expect(user).toMatchObject({ firstName: 'Nia', emailVerifiedAt: world.clock.now() })
    expect((await world.identity.verify((await nia.token()) as string))?.userId).toBe(user?.id)
    const mails = world.mails.filter(({ to }) => to === 'nia@example.org')
    expect(mails.map(({ subject }) => subject)).toEqual(['An account was opened with your invitation'])
    expect(mails[0]?.text).toContain('/forgot-password')
    const again = await world.browser().post('/sign-in/email', {
      email: 'nia@example.org',
      password: 'a long password',
    })
    expect(again.status).toBe(200)
  })

  it('ends a sign-up with that address that no one has confirmed, and its password', async () => {
    const stranger = world.browser()
    const taken = { email: 'bo@example.org', password: 'their own password', firstName: 'Eve' }
    expect((await stranger.post('/sign-up/email', taken)).status).toBe(200)
    expect((await signUp('bo@example.org', await invite('bo@example.org'))).status).toBe(200)
    expect((await stranger.post('/sign-in/email', taken)).status).toBe(401)
    const verified = { email: 'bo@example.org', otp: world.newestCode('bo@example.org') }
    expect((await stranger.post('/email-otp/verify-email', verified)).status).toBe(400)
  })

  it('proves no other address, and nothing once the invitation is over', async () => {
    const invitation = await invite('cy@example.org')
    const other = await signUp('eve@example.org', invitation)
    expect([other.status, other.body.fields]).toEqual([
      400,
      { email: 'The invitation was sent to cy@example.org' },
    ])
    expect((await signUp('cy@example.org', 'x'.repeat(43))).status).toBe(404)
    world.clock.advance({ days: 14, seconds: 1 })
    expect((await signUp('cy@example.org', invitation)).status).toBe(409)
    expect(await world.userRow('cy@example.org')).toBeUndefined()
    expect(await world.userRow('eve@example.org')).toBeUndefined()
  })

  it('leaves an account with that address as it is', async () => {
    await world.account('dee@example.org')
    const answer = await world.browser().post('/sign-up/email', {
      email: 'dee@example.org',
      password: 'another long password',
      firstName: 'Eve',
      invitation: await invite('dee@example.org'),
    })
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'There is an account with that address: sign in',
    ])
    const kept = { email: 'dee@example.org', password: 'a long password' }
    expect((await world.browser().post('/sign-in/email', kept)).status).toBe(200)
  })
})
