import type { AlertWords } from '#domain/result-alert.ts'
import { matchWord } from '#domain/vocabulary.ts'
import { layOut, link, type MailBody, paragraph } from './layout.ts'
import { type About, testMode, type Worded } from './mail-parts.ts'

export type ResultAlert = Omit<About, 'timeZone'> &
  Worded &
  AlertWords & {
    /** `Sep 9, vs. Harbor` for each match. */
    matches: readonly string[]
    isConfirmed: boolean
    /** They also get the digest of confirmed results: if it would say the same, it is not mailed (R64). */
    getsDigest: boolean
    unsubscribeUrl: string
  }

/** To a supporter who requested it, as soon as results are entered. */
export function alertMail(given: ResultAlert): MailBody {
  const { campaignName, organizationName, vocabulary, matches, isConfirmed } = given
  const [first = ''] = matches
  const about =
    matches.length === 1
      ? `New result: ${first}`
      : `New results: ${matches.length} ${matchWord(vocabulary, 2)}`
  return layOut(
    about,
    [
      ...testMode(given),
      paragraph(`${campaignName} (${organizationName})`),
      paragraph(given.what),
      paragraph(given.amount),
      ...(isConfirmed ? [] : [paragraph(toConfirm(given))]),
      link('See your pledge', given.pledgeUrl),
    ],
    {
      why: `You get this email because you asked for results of ${campaignName} as soon as they are entered.`,
      unsubscribe: { text: 'Stop these alerts, for all campaigns', url: given.unsubscribeUrl },
    },
  )
}

const toConfirm = ({ getsDigest }: ResultAlert): string =>
  getsDigest
    ? 'Someone else still has to confirm this. If the figure changes, we email you again once it is confirmed. If it stays the same, or the entry is withdrawn before that, we don’t: your pledge’s page always shows what is confirmed.'
    : 'Someone else still has to confirm this. Your pledge’s page always shows what is confirmed.'
