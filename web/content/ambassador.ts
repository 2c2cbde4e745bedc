/** Messages for ambassadors to share. `{team}`, `{campaign}`, `{result}` and `{link}` are filled in for each campaign. */
export const ambassador = {
  title: 'Your links',
  lead: 'Pledges made through your link are credited to you. You never see who made them.',
  empty: {
    title: 'You are not an ambassador yet',
    text: 'An organization invites its ambassadors by email. Open the link in your invitation to join, and your own link, code and figures appear here.',
  },
  today: {
    title: 'What to do today',
    /** No supporters yet; there is news; or neither. */
    first:
      'No one has pledged through your link to {campaign} yet. Send this to someone who would want to know.',
    news: '{campaign} has news. Send it to someone who would want to know.',
    plain: 'Tell one more person about {campaign}.',
  },
  closed: {
    draft: 'This campaign is not public yet. Your link works as soon as it is.',
    paused: 'This campaign is paused and accepts no pledges for now. You keep your link and your credit.',
    completed: 'This campaign is over and accepts no more pledges. Thank you for the supporters you brought.',
    cancelled: 'This campaign is cancelled and accepts no pledges.',
  },
  noSupporters: 'No one has pledged through your link yet. Send it to someone who would want to know.',
  leaderboard: {
    label: 'Show me on the campaign page’s leaderboard',
    hint: 'By first name and initial, and only while you are among the top ambassadors. People who pledge without a link can choose you by that name either way.',
  },
  join: {
    shown:
      'People who pledge can pick the ambassador to credit from a list. It shows your first name and the initial of your last name, never your address.',
    label: 'Show my first name and initial on the leaderboard',
    hint: 'The campaign’s page thanks the ambassadors who brought the most supporters. You can change this at any time on your ambassador page.',
  },
  /** Without a result so far, its sentence is left out. */
  result: 'Latest result, {event}: {statistic} {quantity}.',
  texts: [
    {
      id: 'chat',
      label: 'For a chat',
      subject: null,
      body: 'I’m helping {team} raise money. {result} You pick an amount per result and pay only for what actually happens, never more than your own maximum. Have a look: {link}',
    },
    {
      id: 'email',
      label: 'For an email',
      subject: 'Back {team} with me',
      body: 'Hello,\n\nI’m an ambassador for “{campaign}”, which raises money for {team}. {result}\n\nIt works like this: you pick what you pay for and how much. You pay only for what actually happens, and you set the most you can owe before you confirm.\n\nHere is my link: {link}\n\nThanks for taking a look.',
    },
    {
      id: 'social',
      label: 'For a post',
      subject: null,
      body: 'Proud to back {team}! {result} Pledge a little for every result and pay only for what actually happens: {link}',
    },
  ],
} as const

type Filling = { team: string; campaign: string; result: string | null; link: string }

/** Fills in a text; an empty value leaves no gap. */
export function fill(text: string, { team, campaign, result, link }: Filling): string {
  const words: Record<string, string> = { team, campaign, result: result ?? '', link }
  return text
    .replace(/\{(team|campaign|result|link)\}/g, (_, name: string) => words[name] ?? '')
    .replace(/ {2,}/g, ' ')
    .replace(/ +\n/g, '\n')
}
