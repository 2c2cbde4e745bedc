import { code, layOut, type MailBody, paragraph } from '#server/mails/layout.ts'

/** The code that proves an e-mail address, typed on the screen that asked for it (R16). */
export const verificationCodeMail = (given: { code: string; minutes: number }): MailBody =>
  layOut(`Your code is ${given.code}`, [
    paragraph('Type this code on the screen that asked for it:'),
    code(given.code),
    paragraph(
      `It works for ${given.minutes} minutes. If you did not ask for it, somebody typed your address by mistake: do nothing, and nothing happens.`,
    ),
  ])
