/** What the marketplace says in notices and mails. */
export const en = {
  greeting: (name: string) => `Hello ${name},\n\n`,
  amount: (value: number, currency: string) => `${value} ${currency}`,
  welcome: {
    title: (name: string) => `Welcome, ${name}`,
    message:
      'Confirm your e-mail address with the code we sent, then look around or publish your first listing.',
  },
  code: {
    subjects: {
      verify: 'Your Plaza verification code',
      reset: 'Reset your Plaza password',
      change_email: 'Confirm your new e-mail address',
    },
    text: (code: string, lifetime: string) =>
      `Your code is ${code}. It is valid for ${lifetime}.\n\nIf you did not ask for it, nothing needs to be done.\n`,
  },
  suspended: {
    subject: 'Your account is suspended',
    text: (reason: string) => `Your account is suspended, for this reason:\n\n${reason}\n`,
  },
  security: {
    newDevice: {
      title: (count: number) => (count === 1 ? 'New sign-in' : `${count} new sign-ins`),
      message: (count: number) =>
        count === 1
          ? 'Your account was used on a new device. If this was not you, change your password and end that session.'
          : `Your account was used on ${count} new devices. If one of them is not yours, change your password and end its session.`,
    },
    emailChange: {
      title: 'Your e-mail address is about to change',
      message: (email: string) =>
        `Somebody signed in to your account asked to change its e-mail address to ${email}. If this was not you, change your password now.`,
    },
    passwordReset: {
      title: 'Your password was changed',
      message:
        'Your password was reset and every device was signed out. If this was not you, reset it again now and secure your mailbox.',
    },
    sessionEnded: {
      title: 'A session was ended for your safety',
      message:
        'Somebody used an old sign-in token of your account, so that session was ended. If you did not expect this, change your password.',
    },
  },
  chat: {
    meetup: (place: string) => `Suggests to meet: ${place}`,
    picture: 'Sent you a picture',
    reply: 'Reply',
  },
  collections: {
    saved: 'Somebody saved your listing',
    savedByMany: '{n} people saved your listing',
    news: {
      price_drop: 'The price went down',
      sale: 'No longer available',
      back_available: 'Available again',
    },
  },
  moderation: {
    accepted: { listing: 'Your listing is online', change: 'Your change is online' },
    declined: { listing: 'Your listing was not accepted', change: 'Your change was not accepted' },
    ruleBroken: 'One of our rules was broken',
    look: 'Look',
    waiting: {
      title: 'Something waits for you',
      message: 'Listings or changes appear only when a moderator has looked at them.',
    },
    noEffect: {
      title: 'Your decision did not take effect',
      message: (title: string) => `${title}: it was changed meanwhile, and waits for another look.`,
    },
  },
}

export type Texts = typeof en
