import { PasskeysPart } from './passkeys-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { TwoFactorPart } from './two-factor-part.tsx'

export function SecurityPart() {
  return (
    <>
      <PasswordPart />
      <TwoFactorPart />
      <PasskeysPart />
    </>
  )
}
