import { SignIn, SignUp, UserProfile, useAuth } from '@clerk/react'
import { useState } from 'react'
import { signInPath, signUpPath } from '#web/paths.ts'
import { Entering } from './entering.tsx'

type Props = { returnTo: string }

/** Decided when the screen opens: the widget itself continues for users who sign in on it. */
function useWasSignedIn(): boolean {
  const { isSignedIn } = useAuth()
  const [wasSignedIn] = useState(isSignedIn === true)
  return wasSignedIn
}

/** The steps inside use the part after the #. We decide where it leads: an address on this site (R47). */
export function SignInWidget({ returnTo }: Props) {
  if (useWasSignedIn()) return <Entering returnTo={returnTo} />
  return (
    <SignIn
      routing="hash"
      forceRedirectUrl={returnTo}
      signUpUrl={signUpPath(returnTo)}
      signUpForceRedirectUrl={returnTo}
    />
  )
}

export function SignUpWidget({ returnTo }: Props) {
  if (useWasSignedIn()) return <Entering returnTo={returnTo} />
  return (
    <SignUp
      routing="hash"
      forceRedirectUrl={returnTo}
      signInUrl={signInPath(returnTo)}
      signInForceRedirectUrl={returnTo}
    />
  )
}

/** We handle deleting an account, since one of its pledges may still be billed (R45). */
export const ProfileWidget = () => (
  <UserProfile
    routing="hash"
    appearance={{
      elements: {
        cardBox: {
          maxWidth: 'none',
          width: '100%',
          height: 'auto',
          minHeight: '420px',
          boxShadow: 'var(--sh1)',
        },
        profileSection__danger: { display: 'none' },
      },
    }}
  />
)
