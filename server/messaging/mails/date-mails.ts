import { layOut, link, type MailBody, paragraph, table } from './layout.ts'
import { type About, dayInWords, testMode } from './mail-parts.ts'

/** The campaign ends later than it did when they pledged, or than they were last told (R22). */
export const laterEndMail = (
  given: Omit<About, 'pledgeUrl'> & {
    before: string
    now: string
    /** Of all pledges that the later end concerns. */
    most: string
    pledgeUrls: readonly string[]
  },
): MailBody => {
  const { pledgeUrls, most } = given
  const isOne = pledgeUrls.length === 1
  return layOut(`${given.campaignName} now ends on ${dayInWords(given.now)}`, [
    ...testMode(given),
    paragraph(
      `${given.campaignName} (${given.organizationName}) runs longer than planned: results until its new last day can count toward ${isOne ? 'your pledge' : 'your pledges'}.`,
    ),
    table('Last day', [
      ['Before', dayInWords(given.before)],
      ['Now', dayInWords(given.now)],
    ]),
    paragraph(
      `What you agreed to stays as it is: you never pay more than ${most}${isOne ? '' : ' for these pledges together'}. You can lower that at any time: sign in and open your ${isOne ? 'pledge' : 'pledges'}.`,
    ),
    ...pledgeUrls.map((url) => link('See your pledge', url)),
  ])
}
