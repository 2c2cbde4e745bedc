/** How screens, mails and refusals name the roles of an organization, and say what each may do. */
import type { MemberRole } from './roles.ts'

type Words = {
  name: string
  withArticle: string
  /** After "You" or "They". */
  does: string
}

export const ROLE_WORDS: Record<MemberRole, Words> = {
  owner: {
    name: 'Owner',
    withArticle: 'an owner',
    does: 'run the organization and its campaigns, invite people, enter and confirm results, and see what was collected and paid out',
  },
  treasurer: {
    name: 'Treasurer',
    withArticle: 'a treasurer',
    does: 'see and download what was pledged, collected, owed and paid out, and change nothing',
  },
  confirmer: {
    name: 'Confirmer',
    withArticle: 'a confirmer',
    does: 'enter results, and confirm results that someone else entered',
  },
  scorer: {
    name: 'Scorer',
    withArticle: 'a scorer',
    does: 'enter results, for example from a phone at the game, and nothing else',
  },
}

/** "As a scorer, you enter results." */
export const roleSentence = (role: MemberRole): string =>
  `As ${ROLE_WORDS[role].withArticle}, you ${ROLE_WORDS[role].does}.`
