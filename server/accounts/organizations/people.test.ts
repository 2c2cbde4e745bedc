/** Members are invited by mail; owners and representatives manage an organization, treasurers read its money (R25, R27). */
import { describe, expect, it } from 'vitest'
import type { MailedInvitation, OpenInvitation } from '#domain/schemas/organization.ts'
import { sql } from '#server/platform/db/database.ts'
import { api, call, id, mailsTo, managed, owner, setUpOrganization } from '#tests/organization-api.ts'

setUpOrganization()

const invite = (email: string, role: string, as = owner) => call('POST', '/invitations', as, { email, role })
const invited = async (email: string, role = 'scorer') => (await invite(email, role)).body as MailedInvitation

const tokenOf = async (email: string) =>
  /join\?token=([\w-]{43})/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? ''
const accept = (token: string, as: string | null) =>
  api.call('POST', '/api/organization-invitations/acceptances', { as, body: { token } })
const look = async (token: string) =>
  (await api.call('GET', `/api/organization-invitations/${token}`)).body as OpenInvitation
const rolesOf = async () => (await managed()).members.map(({ userId, role }) => [userId, role])
const audited = async () =>
  (
    await api.db.query<{ action: string }>(
      sql`select action from audit_log where subject_id = ${id} order by id`,
    )
  ).map(({ action }) => action.replace('organization.', ''))

describe('inviting people to a role', () => {
  it('adds them once they accept by the mailed link with any verified address', async () => {
    const reply = await invite(' Nia@X.test ', 'owner')
    expect(reply).toMatchObject({
      status: 201,
      body: { email: 'nia@x.test', role: 'owner', isExpired: false, mailed: true },
    })
    const token = await tokenOf('nia@x.test')
    const [mail] = await mailsTo('nia@x.test')
    expect(mail?.subject).toBe('Waco Wolves invites you to be an owner')
    expect(mail?.text).toContain('Ada L. invites you, on behalf of Waco Wolves, to be an owner.')
    expect(mail?.html).toContain('Waco Wolves</td>')
    expect(JSON.stringify(reply.body)).not.toContain(token)
    expect(JSON.stringify(await managed())).not.toContain(token)
    const open = { organizationName: 'Waco Wolves', role: 'owner', state: 'open', email: 'nia@x.test' }
    expect(await look(token)).toEqual({ ...open, hasAccount: false })
    await api.addUser({ email: 'nia@x.test' })
    expect(await look(token)).toEqual({ ...open, hasAccount: true })
    const nia = await api.addUser({ email: 'nia.private@x.test' })
    const unproven = await api.addUser({ verified: false })
    expect((await accept(token, null)).status).toBe(401)
    expect((await accept(token, unproven)).status).toBe(403)
    expect(await rolesOf()).toEqual([[owner, 'owner']])
    for (let twice = 0; twice < 2; twice += 1)
      expect(await accept(token, nia)).toMatchObject({
        status: 200,
        body: { organizationId: id, organizationName: 'Waco Wolves', role: 'owner' },
      })
    expect(await rolesOf()).toEqual([
      [owner, 'owner'],
      [nia, 'owner'],
    ])
    expect((await accept(token, await api.addUser())).status).toBe(409)
    expect(await look(token)).toMatchObject({ state: 'accepted', email: null, hasAccount: false })
    expect((await managed()).invitations).toEqual([])
    expect(await audited()).toEqual(['invite_member', 'accept_invitation'])
  })

  it('does not let a removed member return by the same link', async () => {
    await invited('once@x.test')
    const token = await tokenOf('once@x.test')
    const person = await api.addUser()
    await accept(token, person)
    expect((await call('DELETE', `/members/${person}`, owner)).status).toBe(204)
    expect((await accept(token, person)).status).toBe(409)
    expect(await rolesOf()).toEqual([[owner, 'owner']])
  })

  const join = async (email: string, role = 'owner', as = owner) => {
    await invite(email, role, as)
    const person = await api.addUser({ email, first: 'Bo' })
    expect((await accept(await tokenOf(email), person)).status).toBe(200)
    return person
  }

  it('ends what a removed or demoted owner sent, so that nobody returns by it', async () => {
    for (const [name, leave] of [
      ['gone', (userId: string) => call('DELETE', `/members/${userId}`, owner)],
      ['low', () => call('POST', '/members', owner, { email: 'low@x.test', role: 'scorer' })],
    ] as const) {
      const person = await join(`${name}@x.test`)
      await invite(`${name}2@x.test`, 'owner', person)
      const token = await tokenOf(`${name}2@x.test`)
      expect((await leave(person)).status).toBeLessThan(300)
      expect((await look(token)).state).toBe('revoked')
      expect((await accept(token, person)).status).toBe(409)
      const mails = (await mailsTo(`${name}@x.test`)).at(-1)
      expect(mails?.subject).toBe('Waco Wolves has one fewer owner')
      expect(mails?.text).toContain('An invitation that they sent was withdrawn')
    }
    expect((await managed()).invitations).toEqual([])
  })

  it('refuses an invitation of someone who may no longer invite, until another owner sends it again', async () => {
    const person = await join('leaves@x.test')
    const invitation = (await invite('friend@x.test', 'owner', person)).body as MailedInvitation
    const friend = await api.addUser()
    // As when their account is deleted: no one revoked anything.
    await api.db.query(sql`delete from organization_members where user_id = ${person}`)
    expect(await accept(await tokenOf('friend@x.test'), friend)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('withdrawn') },
    })
    api.clock.advance({ hours: 1, seconds: 1 })
    await api.db.query(sql`
      update organization_invitations
      set last_mailed_at = null
      where id = ${invitation.id}
    `)
    const reasons = async () => (await managed()).invitations.map(({ notMailedReason }) => notMailedReason)
    expect(await reasons()).toEqual([expect.stringContaining('can no longer invite people')])
    await call('PUT', `/invitations/${invitation.id}`, owner, { resendEmail: true })
    expect(await reasons()).toEqual([null])
    expect((await accept(await tokenOf('friend@x.test'), friend)).status).toBe(200)
  })

  it('mails the owners when there is an owner more or fewer, and nobody about scorers', async () => {
    const first = await join('first@x.test')
    const subjects = async () => (await mailsTo('first@x.test')).map(({ subject }) => subject).slice(1)
    expect(await subjects()).toEqual(['Waco Wolves has a new owner'])
    const second = await join('second@x.test')
    await join('third@x.test', 'scorer')
    const more = (await mailsTo('first@x.test')).at(-1)
    expect([more?.subject, more?.text]).toEqual([
      'Waco Wolves has a new owner',
      expect.stringContaining('Bo Love (second@x.test) accepted an invitation'),
    ])
    await call('DELETE', `/members/${second}`, first)
    expect((await mailsTo('first@x.test')).at(-1)?.text).toContain('Bo Love removed Bo Love (second@x.test)')
    expect(await subjects()).toHaveLength(3)
  })

  it('gives links that fail once expired or revoked, and last two more weeks when sent again', async () => {
    const late = await invited('late@x.test')
    const token = await tokenOf('late@x.test')
    const person = await api.addUser()
    api.clock.advance({ days: 14, seconds: 1 })
    expect((await look(token)).state).toBe('expired')
    expect(await accept(token, person)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('expired') },
    })
    expect((await managed()).invitations).toMatchObject([{ id: late.id, isExpired: true }])
    const again = await call('PUT', `/invitations/${late.id}`, owner, { resendEmail: true })
    expect(again).toMatchObject({ status: 200, body: { mailed: true, isExpired: false } })
    expect([(await tokenOf('late@x.test')) !== token, (await look(token)).state]).toEqual([true, 'open'])
    expect((await call('DELETE', `/invitations/${late.id}`, owner)).status).toBe(204)
    expect((await call('DELETE', `/invitations/${late.id}`, owner)).status).toBe(404)
    expect((await accept(token, person)).status).toBe(409)
    expect((await look(token)).state).toBe('revoked')
    expect((await accept('x'.repeat(43), person)).status).toBe(404)
    expect((await accept('short', person)).status).toBe(400)
  })

  it('sends at most one mail an hour to one address', async () => {
    for (let times = 0; times < 20; times += 1) {
      const { id: invitation, mailed } = await invited('often@x.test')
      expect(mailed).toBe(times === 0)
      const again = await call('PUT', `/invitations/${invitation}`, owner, { resendEmail: true })
      expect(again.body).toMatchObject({ mailed: false, notMailedReason: expect.stringContaining('minute') })
      expect((await invite('often@x.test', 'owner')).status).toBe(409)
      await call('DELETE', `/invitations/${invitation}`, owner)
    }
    expect(await mailsTo('often@x.test')).toHaveLength(1)
    const both = await Promise.all([1, 2].map(() => invite('both@x.test', 'scorer')))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    // Revoked and invited again: not mailed for this row, and the list says when it can be.
    const inAnHour = new Date(api.clock.now().getTime() + 3_600_000).toISOString()
    const mailableAt = expect.stringContaining(inAnHour.slice(0, 'yyyy-mm-ddThh:mm'.length))
    await invited('often@x.test')
    expect((await managed()).invitations).toMatchObject([{ mailedAt: null, mailableAt }, { mailableAt }])
  })

  it('never lowers the role of a member, and is refused for members', async () => {
    const email = 'own@x.test'
    const person = await api.addUser({ email })
    await invited('other@x.test', 'scorer')
    const token = await tokenOf('other@x.test')
    await api.addMember(id, person, 'owner')
    expect((await accept(token, person)).body).toMatchObject({ role: 'owner', isStillOpen: true })
    expect((await invite(email, 'owner')).status).toBe(409)
    expect((await invite(email, 'treasurer')).status).toBe(409)
    // It was tried out by an owner: the person it was sent to can still accept it.
    expect((await look(token)).state).toBe('open')
    const assistant = await api.addUser({ email: 'other@x.test' })
    const [{ id: campaignId }] = (await api.db.query(
      sql`select id from campaigns where organization_id = ${id}`,
    )) as [{ id: string }]
    const accepted = await accept(token, assistant)
    expect([accepted.status, accepted.body]).toEqual([
      200,
      { organizationId: id, organizationName: 'Waco Wolves', campaignId, role: 'scorer' },
    ])
    expect((await accept(token, person)).status).toBe(409)
  })

  it('is refused beyond fifty open invitations', async () => {
    for (let index = 0; index < 50; index += 1) await invited(`w${index}@x.test`)
    expect((await invite('w50@x.test', 'scorer')).status).toBe(409)
  })
})

it('a treasurer reads an organization without its people, and changes nothing (R25)', async () => {
  const treasurer = await api.addUser()
  await api.addMember(id, treasurer, 'treasurer')
  await invited('held@x.test')
  expect(await managed(treasurer)).toMatchObject({
    organization: { name: 'Waco Wolves' },
    mayManage: false,
    members: [],
    invitations: [],
  })
  expect(await managed()).toMatchObject({ mayManage: true, members: [{}, { role: 'treasurer' }] })
})

it('the last owner of an organization cannot be removed (R25)', async () => {
  const scorer = await api.addUser()
  await api.addMember(id, scorer, 'scorer')
  const reasons = async () =>
    (await managed()).members.map(({ userId, cannotRemoveReason }) => [userId, cannotRemoveReason !== null])
  expect(await reasons()).toEqual([
    [owner, true],
    [scorer, false],
  ])
  const other = await api.addUser()
  await api.addMember(id, other, 'owner')
  expect((await reasons()).map(([, kept]) => kept)).toEqual([false, false, false])
})

it('an organization is closed to its scorers, other owners and strangers (R27)', async () => {
  const scorer = await api.addUser()
  const other = await api.addUser()
  await api.addMember(id, scorer, 'scorer')
  await api.addOrganization(other)
  const { id: invitation } = await invited('held@x.test')
  for (const as of [scorer, other, await api.addUser()]) {
    expect((await call('GET', '', as)).status).toBe(403)
    expect((await call('PUT', '', as, { description: 'Mine' })).status).toBe(403)
    expect((await invite('x@x.test', 'owner', as)).status).toBe(403)
    expect((await call('PUT', `/invitations/${invitation}`, as, { resendEmail: true })).status).toBe(403)
    expect((await call('DELETE', `/invitations/${invitation}`, as)).status).toBe(403)
    expect((await call('DELETE', `/members/${owner}`, as)).status).toBe(403)
    expect((await call('PUT', '/standing', as, { sizeTier: 'large' })).status).toBe(403)
  }
  expect((await managed()).organization.description).toBe('A club')
})
