/** What the browser must solve before beginning, while cards are being tested somewhere (R59). Takes seconds at most. */
import { leadingZeroBits } from '#domain/guest-limits.ts'
import type { GuestChallenge } from '#domain/schemas/guest-pledge.ts'

/** This many at a time keep the page responsive without waiting for each one. */
const AT_A_TIME = 64

export async function solveChallenge({
  text,
  bits,
}: GuestChallenge): Promise<{ text: string; answer: string }> {
  const encoder = new TextEncoder()
  for (let from = 0; ; from += AT_A_TIME) {
    const found = await Promise.all(
      Array.from({ length: AT_A_TIME }, async (_, index) => {
        const bytes = encoder.encode(`${text}:${from + index}`)
        return leadingZeroBits(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) >= bits
      }),
    )
    const index = found.indexOf(true)
    if (index >= 0) return { text, answer: String(from + index) }
  }
}
