import { plural } from '../../ui/formats.ts'

/** What the page of the coach says. */
export const texts = {
  title: 'Coach',
  conversation: 'Conversation with the coach',
  begin: 'How are you?',
  beginHint: 'Say how you feel, how many minutes you have, or ask how your practice is going.',
  starters: ['I feel stressed', 'I have five minutes', 'How is my practice going?'],
  you: 'You',
  coach: 'Coach, automatic',
  help: 'Help now',
  write: 'Your message',
  send: 'Send',
  typing: 'The coach is writing',
  again: 'Try again',
  lost: 'The connection was lost. The reply comes into this conversation by itself, or with another try.',
  practise: (title: string) => `Start ${title}`,
  minutes: (minutes: number) => plural(minutes, { one: 'minute', other: 'minutes' }),
  earlier: 'Earlier messages',
  choices: 'Privacy and history',
  retention: 'Messages are kept for',
  retentions: { '30': '30 days', '90': '90 days', '365': 'one year', forever: 'ever' } as Record<
    string,
    string
  >,
  model: 'Let a language model answer',
  modelHint: (host: string, name: string) =>
    `What you write here from now on, and in short what you practised, would be sent to ${host} (model ${name}). Your name and address would not. You can take this back at any time. Without it the built-in coach answers, and nothing leaves this server.`,
  erase: 'Erase everything',
  eraseTitle: 'Erase all conversations?',
  eraseHint: 'What you and the coach wrote is gone for good, on all devices.',
  erased: 'Everything is erased.',
  saved: 'Saved.',
  safety: {
    place: (country: string) => `For ${country}`,
    call: (phone: string) => `Call ${phone}`,
    emergency: (phone: string) => `Emergency: ${phone}`,
    text: (number: string, word: string | null) =>
      word === null ? `Text ${number}` : `Text ${word} to ${number}`,
    chat: 'Chat',
    page: 'Website',
  },
}
