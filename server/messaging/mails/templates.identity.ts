import { layOut, link, type MailBody, paragraph } from './layout.ts'

/** Mails about an account and how one signs in to it. None says a password, and none asks for one. */

const NOT_YOU = (forgotUrl: string) => [
  paragraph('Was this not you? Choose a new password now: it ends every session but none of your pledges.'),
  link('Choose a new password', forgotUrl),
]

/** The link of a forgotten password: single use, and only the newest one is worth anything. */
export const resetLinkMail = (given: { url: string; minutes: number }): MailBody =>
  layOut('Choose a new password', [
    paragraph('Somebody asked for a new password for the account with this address.'),
    link('Choose a new password', given.url),
    paragraph(
      `The link works once, for ${given.minutes} minutes. If you did not ask for it, do nothing: your password stays as it is.`,
    ),
  ])

/** For the owner of an address with which somebody tried to sign up again. */
export const accountExistsMail = (given: { signInUrl: string; forgotUrl: string }): MailBody =>
  layOut('You have an account already', [
    paragraph(
      'Somebody just signed up with this address. It has an account already, so nothing was changed and nobody was notified.',
    ),
    link('Sign in', given.signInUrl),
    paragraph('If you cannot remember the password, choose a new one:'),
    link('Choose a new password', given.forgotUrl),
    paragraph('If that was not you, do nothing.'),
  ])

/** After a change of how one signs in: whoever did not make it learns of it. */
export const securityNoticeMail = (given: { what: string; forgotUrl: string }): MailBody =>
  layOut(given.what, [
    paragraph(`${given.what}. If this was you, there is nothing to do.`),
    ...NOT_YOU(given.forgotUrl),
  ])

/** To the address that an account no longer has. */
export const emailChangedMail = (given: { contactUrl: string }): MailBody =>
  layOut('The e-mail address of your account was changed', [
    paragraph('Your account now has another e-mail address, and mail about it no longer comes here.'),
    paragraph('Was this not you? Write to us, and we look into it with you.'),
    link('Write to us', given.contactUrl),
  ])

export const accountDeletedMail = (): MailBody =>
  layOut('Your account is deleted', [
    paragraph('Your profile is erased, and nobody can sign in to it any more.'),
    paragraph(
      'What was pledged, paid and received stays in the books, without your name, because the organizations you backed have to account for it.',
    ),
    paragraph('Thank you for backing the team.'),
  ])
