import { brand } from './brand.ts'
import type { LegalText } from './prose.ts'

export const terms: LegalText = {
  title: 'Terms of Service',
  lead: 'What you promise when you pledge or run a campaign, and what we promise in return.',
  description:
    'What supporters, organizations and we promise each other: pledges, results, charges, refunds, payouts.',
  updatedOn: '2026-11-27',
  sections: [
    {
      id: 'in-short',
      title: 'In short',
      body: [
        [
          'You pay only for results that were really achieved and confirmed by a second person.',
          'You never pay more than the maximum that you agreed to.',
          'You get a statement three days before a card is charged.',
          'Of what is collected, 75% is the organization’s and 25% is ours.',
        ],
        'The rest of this page says the same with its details.',
      ],
    },
    {
      id: 'who-is-who',
      title: 'Who is who',
      body: [
        `We are ${brand.name}. An organization runs a campaign with us. A supporter pledges. An ambassador brings supporters. A representative works for us. By using the site you agree to these terms; if you act for an organization, you confirm that you may.`,
      ],
    },
    {
      id: 'your-account',
      title: 'Your account',
      body: [
        'You must be an adult, and give your own name and an email address that you read. Keep your password to yourself, and tell us if someone else has used your account. With or without an account, a pledge needs an email address that you verify.',
      ],
    },
    {
      id: 'pledging',
      title: 'What you promise when you pledge',
      body: [
        'A pledge has one line for each thing you chose: an amount for every unit, an amount if something is achieved, or an amount once. Lines by unit count for the whole season, including what happened before you pledged, unless you choose that they count from the moment you pledge or for one match. The page tells you what is already earned first.',
        'Before you confirm you see the most you can owe. That maximum is part of the agreement, whether you set it yourself or not. We store the words you agreed to with your pledge. A pledge without an account is made when you confirm it with the link that we email you; if you don’t confirm it within 48 hours, nothing is pledged.',
        'A pledge is a promise to give, sized by results. It is not a bet.',
      ],
    },
    {
      id: 'results',
      title: 'What counts as a result',
      body: [
        'Results are entered by the organization or by us, and confirmed by someone else. Only confirmed results move money. A wrong result is corrected or voided in the open, and a second person confirms that as well.',
        'If you think a result is wrong, tell us. We look at it, and may ask the organization for evidence.',
      ],
    },
    {
      id: 'charges',
      title: 'When you are charged',
      body: [
        [
          'Card, once after the season: one charge when results are final.',
          'Bank account, once after the season: one debit that you authorized, three days after its statement.',
          'Card, as the season goes along: charges of $5.00 or more for confirmed results, and what remains at the end.',
          'Check or cash: a numbered invoice after the season, due 30 days later.',
        ],
        'A statement with the amount, the matches behind it and the date goes out three days before a card is charged. A card that fails is tried again after 1, 3 and 7 days, unless the bank says not to; then you get a link to pay another way. At the end, less than $0.50 is written off.',
      ],
    },
    {
      id: 'changing',
      title: 'Cancelling and changing a pledge',
      body: [
        'As long as nothing was billed, you may cancel within 24 hours of pledging, and after that until the first result that counts for your pledge is entered; a pledge on one match, until that match starts. You may lower your maximum at any time, but not below what is earned or billed, with results that wait to be confirmed. You may change your card at any time. For each of these, you sign in.',
        'While the campaign is active, and until the season is settled, you may raise an amount, stop a line or add one. You see the new maximum first and agree to it; what has already counted stays as it was. Without signing in, you ask for it through the link in our emails, and it takes effect once you confirm it with a second link that we email you.',
      ],
    },
    {
      id: 'campaigns-that-stop',
      title: 'Campaigns that stop',
      body: [
        'While a campaign is paused, no one can pledge and no card is charged; afterwards you get a new statement with a new date. If it is cancelled, open charges and invoices are cancelled and nothing more is earned. What was paid is kept for the organization, unless the campaign refunds everyone. A season cut short is settled for what was played.',
      ],
    },
    {
      id: 'refunds',
      title: 'Refunds',
      body: [
        'If a correction shows that you paid too much, the difference is refunded, newest charge first. If it shows that you paid too little after the season was settled, we leave it, unless a representative bills it on purpose and tells you. A charge that you did not agree to is refunded in full. Please write to us before you dispute a charge with your bank: it is quicker.',
      ],
    },
    {
      id: 'organizations',
      title: 'What organizations promise',
      body: [
        [
          'To be who they say they are, and to use the money for what the campaign says.',
          'To enter results truthfully and in good time, and to answer when one is questioned.',
          'To have the right to the names, texts and pictures they use.',
          'To give people their roles with care, and to remove those who leave.',
        ],
        'Our commission is 25% of funds raised, worked out from what was collected. It is fixed for a campaign when the campaign is created. Nothing else is charged; card processing is ours to pay. Payouts are what was collected, less the commission and less earlier payouts; if refunds come later, the difference is carried over to the next payout.',
        'We may refuse, pause or end a campaign that breaks these terms or the law, and say why.',
      ],
    },
    {
      id: 'ambassadors',
      title: 'Ambassadors',
      body: [
        'An ambassador shares a link honestly, says that it is theirs, and does not send it to people who did not want it. Credit that was earned stays when someone stops being an ambassador.',
      ],
    },
    {
      id: 'messages',
      title: 'Messages and notes',
      body: [
        'Be the supporter you would want beside you. Owners and representatives can hide messages, and anyone can report one. What you post may be shown on the campaign page without your name.',
      ],
    },
    {
      id: 'taxes',
      title: 'Taxes',
      body: [
        'A payment may be tax-deductible only where the organization is a 501(c)(3). Its pages and your receipt then say so. We don’t give tax advice.',
      ],
    },
    {
      id: 'service',
      title: 'The service itself',
      body: [
        'We work to keep the site up and the figures right, and fix what is not. We can’t promise that it is never interrupted. We answer for what we do wrong as the law says; we don’t answer for how a season goes, or for what an organization does with money that was paid to it.',
        'Addresses that are suggested while you type come from Google Maps. Using them is under the Google Maps terms (maps.google.com/help/terms_maps).',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      body: [
        'When these terms change, the date at the top of the page does too. A pledge stays under the terms, the rates and the maximum it was made with.',
      ],
    },
    {
      id: 'questions',
      title: 'Questions',
      body: [`Write to ${brand.contactEmail} or call ${brand.contactPhone}. A person answers.`],
    },
  ],
}
