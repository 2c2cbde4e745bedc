/** The embedded identity: signing up, in and out, and what account owners change about these. */
import type { BackupCodes, Passkey, Session, TwoFactorSetup } from '#domain/schemas/identity.ts'
import { messageOf } from './api-error.ts'
import { answerWithPasskey, createPasskey } from './passkey.ts'
import { api } from './query-client.ts'

/** Cookies identify the user. After any call that changes the session, the cached token may belong to the old one. */
async function send<Answer>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload: unknown = {},
): Promise<Answer> {
  const response = await fetch(`/api/identity${path}`, {
    method,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    ...(method === 'DELETE' ? {} : { body: JSON.stringify(payload) }),
    credentials: 'same-origin',
  }).catch(() => null)
  if (!response) throw new Error('Network error - please check your connection')
  if (!response.ok) throw await messageOf(response)
  api.clearToken()
  return (await response.json()) as Answer
}
const post = <Answer = unknown>(path: string, payload?: unknown) => send<Answer>('POST', path, payload)

export type SignUp = { firstName: string; lastName: string; email: string; password: string }
/** The link of an invitation to that address: no code is mailed, and the response opens the session. */
type ByInvitation = { invitation?: string }

/** The response may ask for the second step. Signing in reloads the page, so nothing of the previous user remains. */
export const signIn = (email: string, password: string) =>
  post<Session>('/sign-in/email', { email, password })

/** The authenticator app's code, or a backup code. */
export const signInSecondStep = (code: string, trustDevice: boolean) =>
  post<Session>('/sign-in/two-factor', { code, trustDevice })

export async function signInWithPasskey(): Promise<Session> {
  const response = await answerWithPasskey(await post('/sign-in/passkey/options'))
  return post<Session>('/sign-in/passkey', { response })
}

export const signUp = ({ firstName, lastName, email, password, invitation }: SignUp & ByInvitation) =>
  post<Session>('/sign-up/email', {
    name: `${firstName} ${lastName}`.trim(),
    firstName,
    lastName,
    email,
    password,
    invitation,
  })

export const sendCode = (email: string) =>
  post('/email-otp/send-verification-otp', { email, type: 'email-verification' })

export const verifyCode = (email: string, otp: string) => post('/email-otp/verify-email', { email, otp })

export const signOutHere = () => post('/sign-out')

export const forgotPassword = (email: string) => post('/password/forgot', { email })
export const resetPassword = (token: string, password: string) => post('/password/reset', { token, password })
export const changePassword = (currentPassword: string, newPassword: string) =>
  post('/password', { currentPassword, newPassword })

export const askEmailChange = (email: string, password: string) => post('/email', { email, password })
export const confirmEmailChange = (email: string, otp: string) => post('/email/confirm', { email, otp })

export const endSession = (id: string) => send('DELETE', `/sessions/${id}`)
export const endOtherSessions = () => send('DELETE', '/sessions')

export const beginTwoFactor = (password: string) => post<TwoFactorSetup>('/two-factor', { password })
export const confirmTwoFactor = (code: string) => post('/two-factor/confirm', { code })
export const renewBackupCodes = (password: string) =>
  post<BackupCodes>('/two-factor/backup-codes', { password })
export const endTwoFactor = (password: string) => post('/two-factor/off', { password })

export async function addPasskey(name: string, password: string): Promise<Passkey> {
  const response = await createPasskey(await post('/passkeys/options', { password }))
  return post<Passkey>('/passkeys', { name, response })
}
export const renamePasskey = (id: string, name: string) => send('PUT', `/passkeys/${id}`, { name })
export const removePasskey = (id: string) => send('DELETE', `/passkeys/${id}`)

export const deleteAccount = (password: string) => post('/account/deletion', { password })
