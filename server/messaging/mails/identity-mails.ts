import { code, layOut, link, type MailBody, paragraph } from './layout.ts'

/** Mails about an account and signing in to it. None contains a password, and none asks for one. */

const NOT_YOU = (forgotUrl: string) => [
  paragraph('Not you? Choose a new password now: it signs you out everywhere. Your pledges stay.'),
  link('Choose a new password', forgotUrl),
]

/** The link for a forgotten password: single use, and only the newest one works. */
export const resetLinkMail = (given: { url: string; minutes: number }): MailBody =>
  layOut('Choose a new password', [
    paragraph('Someone asked for a new password for the account with this address.'),
    link('Choose a new password', given.url),
    paragraph(
      `The link works once, for ${given.minutes} minutes. If you did not ask for it, ignore this email: your password stays the same.`,
    ),
  ])

/** To the owner of an address with which somebody tried to sign up again. */
export const accountExistsMail = (given: { signInUrl: string; forgotUrl: string }): MailBody =>
  layOut('You already have an account', [
    paragraph(
      'Someone just tried to sign up with this address. It already has an account, so nothing was changed. We did not tell the person that.',
    ),
    link('Sign in', given.signInUrl),
    paragraph('If you cannot remember the password, choose a new one:'),
    link('Choose a new password', given.forgotUrl),
    paragraph('If that was not you, ignore this email.'),
  ])

/** After a change of sign-in methods: an owner who did not make it learns of it. */
export const securityMail = (given: { what: string; forgotUrl: string }): MailBody =>
  layOut(given.what, [
    paragraph(`${given.what}. If this was you, you don't need to do anything.`),
    ...NOT_YOU(given.forgotUrl),
  ])

/** To the address that an account no longer uses. */
export const emailChangedMail = (given: { contactUrl: string }): MailBody =>
  layOut('The email address of your account was changed', [
    paragraph(
      'Your account now has another email address, and emails about it are no longer sent here. Links in earlier emails no longer open its pledges.',
    ),
    paragraph('Not you? Write to us, and we will look into it with you.'),
    link('Write to us', given.contactUrl),
  ])

export const accountDeletedMail = (): MailBody =>
  layOut('Your account is deleted', [
    paragraph('Your profile is erased, and no one can sign in to it anymore.'),
    paragraph(
      'Records of pledges and payments stay in the books without your name, because the organizations you backed have to account for them.',
    ),
    paragraph('Thank you for your support.'),
  ])

/**
 * The code that proves an email address, typed on the screen that requested it. `url`: the screen for the code of a
 * sign-up; a phone may have dropped it while its owner reads this.
 */
export const verificationCodeMail = (given: { code: string; minutes: number; url?: string }): MailBody =>
  layOut(`Your code is ${given.code}`, [
    paragraph('Type this code on the screen that asked for it:'),
    code(given.code),
    ...(given.url ? [link('Open that screen again', given.url)] : []),
    paragraph(
      `It works for ${given.minutes} minutes. If you did not ask for it, someone typed your address by mistake: ignore this email.`,
    ),
  ])
