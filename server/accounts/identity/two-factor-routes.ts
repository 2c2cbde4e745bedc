import qrcode from 'qrcode'
import { DomainError } from '#domain/errors.ts'
import {
  BackupCodes,
  PasswordForm,
  SecondStepCode,
  Success,
  TwoFactorSetup,
  TwoFactorState,
} from '#domain/schemas/identity.ts'
import { defineRoute } from '#server/accounts/deps.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import type { Route } from '#server/platform/http/http.ts'
import { BASE_PATH, hashOfBackupCode } from './auth.ts'
import { type Calls, call, type IdentityParts } from './calls.ts'
import {
  endAllSessionsBut,
  forgetChallenges,
  forgetSecondSteps,
  setSecondStep,
  spendCode,
  twoFactorOf,
} from './store.ts'

/** What is shown once to set up an app: the address as a QR code and, for those who cannot scan, the secret itself. */
async function setupOf(totpURI: string): Promise<{ qr: string; secret: string }> {
  const drawn = await qrcode.toString(totpURI, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
  return {
    qr: `data:image/svg+xml;base64,${Buffer.from(drawn).toString('base64')}`,
    secret: new URL(totpURI).searchParams.get('secret') ?? '',
  }
}

/** A second step at sign-in: six digits from an app, and backup codes in case the phone is lost. */
export const twoFactorRoutes = (parts: IdentityParts, calls: Calls): Route[] => [
  ...turnOnRoutes(parts, calls),
  ...changeRoutes(parts, calls),
]

function turnOnRoutes(parts: IdentityParts, { guard, demandOwn, demandPassword, notify }: Calls): Route[] {
  const { auth, db, clock } = parts
  return [
    defineRoute({
      method: 'get',
      path: `${BASE_PATH}/two-factor`,
      who: 'anyone',
      summary: 'Whether two-factor sign-in is on, and how many backup codes are left',
      response: TwoFactorState,
      handle: async ({ c }) => twoFactorOf(db, (await demandOwn(c)).id),
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/two-factor`,
      who: 'anyone',
      summary: 'Start: what to scan, and the backup codes; it is on once a code is confirmed',
      body: PasswordForm,
      response: TwoFactorSetup,
      handle: async ({ c, body }) => {
        await guard(c, 'two-factor')
        const own = await demandOwn(c)
        await demandPassword(c, own, body.password)
        const order = { password: body.password, method: 'totp' as const }
        const headers = c.req.raw.headers
        const begun = await call(c, auth.api.enableTwoFactor({ body: order, headers, returnHeaders: true }))
        if (begun.method !== 'totp') throw new Error('the second step was not an app')
        return { ...(await setupOf(begun.totpURI)), backupCodes: begun.backupCodes }
      },
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/two-factor/confirm`,
      who: 'anyone',
      summary: 'Turn it on with the first code that the app shows',
      body: SecondStepCode,
      response: Success,
      handle: async ({ c, body }) => {
        await guard(c, 'second-step')
        const own = await demandOwn(c)
        if ((await twoFactorOf(db, own.id)).isOn)
          throw new DomainError('conflict', 'Two-factor sign-in is already on')
        const headers = c.req.raw.headers
        const proven = auth.api.verifyTOTP({ body, headers, returnHeaders: true })
        await call(c, proven, async (_, opened) => {
          if (!opened) return
          // No session that was opened with the password alone is left.
          await endAllSessionsBut(db, own.id, opened)
          await setSecondStep(db, opened, systemClock.now())
        })
        parts.sessionsEnded()
        const codeHash = hashOfBackupCode(parts.codeSecret(), body.code)
        await spendCode(db, { accountId: own.id, codeHash, now: clock.now() })
        await forgetChallenges(db, own.id)
        await notify(
          own,
          'two_factor_on',
          'Two-factor sign-in was turned on for your account, and your other devices were signed out',
        )
        return { success: true }
      },
    }),
  ]
}

/** For when it is on. */
function changeRoutes(
  { auth, db, sessionsEnded }: IdentityParts,
  { guard, demandOwn, demandPassword, notify }: Calls,
): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/two-factor/backup-codes`,
      who: 'anyone',
      summary: 'New backup codes; the old ones no longer work',
      body: PasswordForm,
      response: BackupCodes,
      handle: async ({ c, body }) => {
        await guard(c, 'two-factor')
        const own = await demandOwn(c)
        await demandPassword(c, own, body.password)
        const headers = c.req.raw.headers
        const made = await call(c, auth.api.generateBackupCodes({ body, headers, returnHeaders: true }))
        await notify(own, 'backup_codes_renew', 'New backup codes were made for your account')
        return { backupCodes: made.backupCodes }
      },
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/two-factor/off`,
      who: 'anyone',
      summary: 'Turn two-factor sign-in off',
      body: PasswordForm,
      response: Success,
      handle: async ({ c, body }) => {
        await guard(c, 'two-factor')
        const own = await demandOwn(c)
        await demandPassword(c, own, body.password)
        const headers = c.req.raw.headers
        await call(c, auth.api.disableTwoFactor({ body, headers, returnHeaders: true }))
        await forgetSecondSteps(db, own.id)
        sessionsEnded()
        await forgetChallenges(db, own.id)
        await notify(own, 'two_factor_off', 'Two-factor sign-in was turned off for your account')
        return { success: true }
      },
    }),
  ]
}
