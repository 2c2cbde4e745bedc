import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { InvitationsPreview, MailedAmbassador } from '#domain/schemas/ambassador.ts'
import { sql } from '#server/platform/db/database.ts'
import { deliveredMails } from '#tests/mails.ts'
import { createNounApi, type NounApi } from '#tests/noun-api.ts'
import { ambassadorRoutes } from './routes.ts'

let api: NounApi
let owner: string
let campaign: string

beforeAll(async () => {
  api = await createNounApi(ambassadorRoutes)
})
beforeEach(async () => {
  owner = await api.addUser()
  campaign = await api.addCampaign(await api.addOrganization(owner))
})
afterAll(() => api.close())

const post = (rest: string, body: object) =>
  api.call('POST', `/api/campaigns/${campaign}/ambassadors${rest}`, { as: owner, body })
const invite = async (email: string) => (await post('', { email })).body as MailedAmbassador
const fileOf = (text: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(text, encoding).toString('base64')
const preview = async (file: string) => {
  const reply = await post('/imports/preview', { file })
  expect(reply.status).toBe(200)
  return reply.body as InvitationsPreview
}
const invited = async () => {
  const { body } = await api.call('GET', `/api/dashboard/campaigns/${campaign}/ambassadors`, { as: owner })
  return (body as { email: string }[]).map(({ email }) => email).sort()
}

const CONTACTS = [
  'First Name,Last Name,Notes,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value',
  'Ann,Love,"call',
  'ann@old.test",* ,ann.love@gmail.com,ann@work.test ::: a.love@work.test',
  'Ann,Love,,* ,AnnLove@gmail.com,',
  'Bo,Fox,,* ,bo@x.test,',
  'Jürgen,Müller,,* ,post@müller.test,',
  'Grandma,,,,,',
].join('\r\n')

describe('inviting ambassadors from a file of contacts (R42)', () => {
  it('previews each person once, with addresses to choose from', async () => {
    const shown = await preview(fileOf(CONTACTS))
    expect(shown.kind).toBe('google')
    expect(shown.totals).toEqual({ new: 3, duplicate: 1, invited: 0, invalid: 1 })
    expect(
      shown.rows.map(({ line, name, email, emails, state, reason }) => [
        line,
        name,
        email,
        emails,
        state,
        reason,
      ]),
    ).toEqual([
      [
        2,
        'Ann Love',
        'ann.love@gmail.com',
        ['ann.love@gmail.com', 'ann@work.test', 'a.love@work.test'],
        'new',
        null,
      ],
      [4, 'Ann Love', 'annlove@gmail.com', ['annlove@gmail.com'], 'duplicate', 'The same as line 2'],
      [5, 'Bo Fox', 'bo@x.test', ['bo@x.test'], 'new', null],
      [6, 'Jürgen Müller', 'post@müller.test', ['post@müller.test'], 'new', null],
      [7, 'Grandma', null, [], 'invalid', 'No email address'],
    ])
    expect(shown.rows[4]?.text).toBe('Grandma')
  })

  it('invites people at the address chosen, without those left out', async () => {
    const body = { file: fileOf(CONTACTS), choices: { 2: 'ann@work.test' }, leftOut: [5] }
    expect((await post('/imports', { ...body, invited: 3 })).status).toBe(409)
    expect((await post('/imports', { ...body, invited: 2 })).body).toEqual({ invited: 2, mailed: 2 })
    expect(await invited()).toEqual(['ann@work.test', 'post@müller.test'])
    const mails = await deliveredMails(api.db, sql`to_address = 'post@xn--mller-kva.test'`)
    expect(mails).toHaveLength(1)
    expect((await preview(fileOf(CONTACTS))).rows.map(({ state }) => state)).toEqual([
      'invited',
      'duplicate',
      'new',
      'invited',
      'invalid',
    ])
  })

  it('refuses an address that is not one of the person', async () => {
    for (const choices of [{ 2: 'bo@x.test' }, { 4: 'annlove@gmail.com' }, { 9: 'bo@x.test' }])
      expect(await post('/imports', { file: fileOf(CONTACTS), choices, invited: 3 })).toMatchObject({
        status: 400,
        body: {
          fields: { [`choices.${Object.keys(choices)[0]}`]: expect.stringContaining('Choose one of') },
        },
      })
    const odd = { text: 'bo@x.test', invited: 1, choices: { first: 'bo@x.test' } }
    expect((await post('/imports', odd)).status).toBe(400)
    expect(await invited()).toEqual([])
  })

  it('leaves out one of several on a pasted line by the address', async () => {
    const body = { text: 'ann@x.test, bo@x.test', leftOut: ['bo@x.test'], invited: 1 }
    expect((await post('/imports', body)).body).toEqual({ invited: 1, mailed: 1 })
    expect(await invited()).toEqual(['ann@x.test'])
  })

  it('knows who was invited at the same mailbox, and brings back who was removed from it', async () => {
    await invite('A.Nn@gmail.com')
    const gone = await invite('bo+kids@x.test')
    await api.call('DELETE', `/api/campaigns/${campaign}/ambassadors/${gone.id}`, { as: owner })
    const text = 'ann@gmail.com\nbo@x.test'
    const { body } = await post('/imports/preview', { text })
    expect((body as InvitationsPreview).rows.map(({ state }) => state)).toEqual(['invited', 'back'])
    expect((await post('/imports', { text, invited: 1 })).body).toMatchObject({ invited: 1 })
    expect(await invited()).toEqual(['a.nn@gmail.com', 'bo+kids@x.test'])
  })

  it('previews more people than can be invited at once, to choose from', async () => {
    const emails = Array.from({ length: 201 }, (_, index) => `n${index}@x.test`)
    const file = fileOf(['Email', ...emails].join('\n'))
    expect((await preview(file)).totals.new).toBe(201)
    expect(await post('/imports', { file, invited: 201 })).toMatchObject({
      status: 400,
      body: { fields: { file: 'That is 201 addresses: invite at most 200 at a time' } },
    })
    const leftOut = emails.slice(1).map((_, index) => index + 3)
    expect((await post('/imports', { file, leftOut, invited: 1 })).body).toEqual({ invited: 1, mailed: 1 })
  })

  it('reads files in the encodings of older programs', async () => {
    const csv = 'Name,E-mail Address,E-mail 2 Address\nSiobhán,s@x.test,'
    for (const encoding of ['latin1', 'utf16le'] as const)
      expect(
        (await preview(fileOf(encoding === 'latin1' ? csv : `\ufeff${csv}`, encoding))).rows[0],
      ).toMatchObject({
        name: 'Siobhán',
        email: 's@x.test',
      })
  })

  it('says what is wrong with a file, and takes either a file or a text', async () => {
    for (const [body, fields] of [
      [{ file: fileOf('%PDF-1.4') }, { file: expect.stringContaining('This is a PDF') }],
      [{ file: '' }, { file: 'The file is empty' }],
      [{ file: 'no base64!' }, { file: 'Send the file in base64' }],
      [{ file: 'A'.repeat(1_100_000) }, { file: expect.stringContaining('larger than 800 KB') }],
      [{ file: fileOf('Name,Email\n"Ann,') }, { file: expect.stringContaining('not readable as CSV') }],
      [{ file: fileOf('a@x.test'), text: 'a@x.test' }, { text: 'Paste addresses or choose a file' }],
      [{}, { text: 'Paste addresses or choose a file' }],
    ] as const) {
      expect(await post('/imports/preview', body)).toMatchObject({ status: 400, body: { fields } })
      expect(await post('/imports', { ...body, invited: 1 })).toMatchObject({ status: 400, body: { fields } })
    }
  })
})
