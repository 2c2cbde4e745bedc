/** Addresses in the letters of any language sign up and in, and one address is one account however it is typed (R16). */
import { expect, it } from 'vitest'
import { enter, member, NEW_PASSWORD, PASSWORD, setUpIdentity, world } from '#tests/identity-members.ts'
import { libraryAddress, realAddress } from './sign-up.ts'

setUpIdentity()

const signUp = (email: string) => {
  const browser = world.browser()
  const body = { email, password: PASSWORD, firstName: 'Suharto' }
  return { browser, answer: browser.post('/sign-up/email', body) }
}

it.each([
  ['ann@müller.de', 'ann@xn--mller-kva.de', ['ANN@MÜLLER.DE', 'ann@xn--mller-kva.de', 'ann@mu\u0308ller.de']],
  ['x@пример.рф', 'x@xn--e1afmkfd.xn--p1ai', ['X@ПРИМЕР.РФ', 'x@XN--E1AFMKFD.xn--p1ai']],
  ['jürgen@example.org', 'jürgen@example.org', ['JÜRGEN@example.org', 'ju\u0308rgen@Example.org']],
  ['用户@例子.广告', '用户@xn--fsqu00a.xn--4rr70v', ['用户@xn--fsqu00a.xn--4rr70v']],
])('%s signs up, and signs in however it is typed', async (shown, kept, others) => {
  const { browser, answer } = signUp(shown)
  expect(await answer).toMatchObject({ status: 200, body: { email: shown } })
  const code = { email: shown, otp: world.newestCode(kept) }
  expect(await browser.post('/email-otp/verify-email', code)).toMatchObject({ status: 200 })
  expect(await world.userRow(kept)).toMatchObject({ firstName: 'Suharto', lastName: null })
  for (const typed of [shown, ...others])
    expect(await enter(world.browser(), typed)).toMatchObject({ status: 200, body: { email: shown } })
  // Signing up again mails whose account it is, and opens no second one.
  for (const typed of others) expect((await signUp(typed).answer).status).toBe(200)
  expect(world.mails.findLast(({ to }) => to === kept)?.kind).toBe('account_exists')
})

it('an account moves to such an address, and gets a new password there', async () => {
  const ann = await member('ann@example.org')
  const to = 'änn@müller.de'
  expect((await ann.post('/email', { email: to, password: PASSWORD })).status).toBe(200)
  const otp = world.newestCode('änn@xn--mller-kva.de')
  expect(await ann.post('/email/confirm', { email: to, otp })).toMatchObject({
    status: 200,
    body: { email: to },
  })
  expect((await enter(world.browser(), to)).status).toBe(200)
  expect((await world.browser().post('/password/forgot', { email: 'ÄNN@müller.de' })).status).toBe(200)
  const link = () =>
    world.mails.find(({ kind, to: at }) => kind === 'password_reset' && at.startsWith('änn@'))
  await expect.poll(link).toBeDefined()
  const token = /reset-password#(\S+)/.exec(link()?.text ?? '')?.[1]
  expect((await world.browser().post('/password/reset', { token, password: NEW_PASSWORD })).status).toBe(200)
  expect((await enter(world.browser(), to, NEW_PASSWORD)).status).toBe(200)
})

it('what stands for an address in the library is that address again', () => {
  for (const email of [
    'ann@example.org',
    'jürgen@example.org',
    'x@xn--e1afmkfd.xn--p1ai',
    'a@address.invalid',
  ])
    expect(realAddress(libraryAddress(email))).toBe(email)
})
