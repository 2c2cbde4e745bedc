/** The browser's own passkey interface, whose bytes travel as base64url (WebAuthn level 3, section 5.1). */

type Described = { id: string; type: 'public-key'; transports?: AuthenticatorTransport[] }
type CreationOptions = Omit<
  PublicKeyCredentialCreationOptions,
  'challenge' | 'user' | 'excludeCredentials'
> & {
  challenge: string
  user: PublicKeyCredentialUserEntity & { id: string }
  excludeCredentials?: Described[]
}
type RequestOptions = Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> & {
  challenge: string
  allowCredentials?: Described[]
}

export const hasPasskeys = (): boolean =>
  typeof window !== 'undefined' && typeof window.PublicKeyCredential === 'function'

function bytesOf(text: string): ArrayBuffer {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0)).buffer
}

function textOf(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const credentials = (described: Described[] = []): PublicKeyCredentialDescriptor[] =>
  described.map((one) => ({ ...one, id: bytesOf(one.id) }))

/** What the person may have done, said so that they know what to do next. */
function inWords(error: unknown): Error {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'InvalidStateError') return new Error('This device already has a passkey for your account')
  if (name === 'NotAllowedError') return new Error('No passkey was used. Try again when you are ready')
  if (name === 'SecurityError') return new Error('Passkeys do not work at this web address')
  return new Error('This browser could not use a passkey: use your password')
}

async function ask(run: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const found = await run().catch((error: unknown) => {
    throw inWords(error)
  })
  if (!found) throw inWords(null)
  return found as PublicKeyCredential
}

const named = ({ id, rawId, type, authenticatorAttachment }: PublicKeyCredential) => ({
  id,
  type,
  authenticatorAttachment,
  rawId: textOf(rawId),
  clientExtensionResults: {},
})

/** Creates a passkey on this device, which verifies the user. @throws an error in words. */
export async function createPasskey(given: unknown): Promise<object> {
  const options = given as CreationOptions
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: credentials(options.excludeCredentials),
  }
  const made = await ask(() => navigator.credentials.create({ publicKey }))
  const response = made.response as AuthenticatorAttestationResponse
  return {
    ...named(made),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  }
}

/** Answers a challenge with an existing passkey. @throws an error in words. */
export async function answerWithPasskey(given: unknown): Promise<object> {
  const options = given as RequestOptions
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: credentials(options.allowCredentials),
  }
  const used = await ask(() => navigator.credentials.get({ publicKey }))
  const response = used.response as AuthenticatorAssertionResponse
  return {
    ...named(used),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      ...(response.userHandle ? { userHandle: textOf(response.userHandle) } : {}),
    },
  }
}
