/** Signing up, in and out with the embedded identity. A page is loaded anew after each, so nothing of the last person stays. */
import { messageOf } from './api-error.ts'
import { paths } from './paths.ts'
import { api } from './query-client.ts'

async function post(path: string, payload: unknown): Promise<Response> {
  const response = await fetch(`/api/identity${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(payload),
    credentials: 'same-origin',
  }).catch(() => null)
  if (!response) throw new Error('Network error - please check your connection')
  if (!response.ok) throw await messageOf(response)
  api.clearToken()
  return response
}

export type SignUp = { firstName: string; lastName: string; email: string; password: string }

export const signIn = (email: string, password: string): Promise<Response> =>
  post('/sign-in/email', { email, password })

export const signUp = ({ firstName, lastName, email, password }: SignUp): Promise<Response> =>
  post('/sign-up/email', { name: `${firstName} ${lastName}`.trim(), firstName, lastName, email, password })

export const sendCode = (email: string): Promise<Response> =>
  post('/email-otp/send-verification-otp', { email, type: 'email-verification' })

export const verifyCode = (email: string, otp: string): Promise<Response> =>
  post('/email-otp/verify-email', { email, otp })

/** After sign-out the user goes to sign-in (spec section 2). */
export async function signOut(): Promise<void> {
  await post('/sign-out', {}).catch(() => undefined)
  window.location.assign(paths.signIn)
}
