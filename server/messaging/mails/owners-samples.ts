/** Mails to owners, and what they ask, with the same data every time. */
import { ABOUT, MANAGE_URL, type Made, made } from './facts-samples.ts'
import { questionAnsweredMail, questionMail } from './owner-mails.ts'

const ASKED = { ...ABOUT, manageUrl: MANAGE_URL, question: 'End it early: our field is closed from May 1' }

export const questions = (): Made[] => [
  made(
    'question',
    'To representatives: an owner asks for what only they can do',
    'questionMail',
    questionMail(ASKED),
  ),
  made(
    'question-answered',
    'To owners: what a representative answered',
    'questionAnsweredMail',
    questionAnsweredMail({ ...ASKED, message: 'Done: it now ends on April 30.' }),
  ),
]
