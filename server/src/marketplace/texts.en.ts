/** What the marketplace says in notices and mails. */
export const en = {
  greeting: (name: string) => `Hello ${name},\n\n`,
  amount: (value: number, currency: string) => `${value} ${currency}`,
  /** What somebody without an account is called. */
  guest: 'Guest',
  /** Of whom no name is known. */
  unnamed: 'New member',
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
  resetLink: {
    subject: 'Set a new Plaza password',
    text: (url: string, lifetime: string) =>
      `Open this link to set a new password. It is valid for ${lifetime}, and once.\n\n${url}\n\nIf you did not ask for it, nothing needs to be done.\n`,
  },
  suspended: {
    subject: 'Your account is suspended',
    text: (reason: string, url: string) =>
      `Your account is suspended, for this reason:\n\n${reason}\n\nHere you read the decision, and can ask once that it is looked at again:\n\n${url}\n`,
  },
  leaving: {
    begun: {
      subject: 'Your account will be deleted',
      text: (date: string) =>
        `You asked us to delete your account. Nobody sees it any more, and you are signed out everywhere.\n\nOn ${date} it will be erased for good. Until then it comes back with everything in it when you sign in.\n\nIf this was not you, sign in and change your password.\n`,
    },
    receipt: {
      subject: 'Your account is deleted',
      text: (receipt: string, keyAddress: string) =>
        `Your account and what we kept of you are erased. This is the last mail from us, and we keep no copy of it.\n\nYour receipt, signed by us:\n\n${receipt}\n\nThe key that it is signed with: ${keyAddress}\n`,
    },
    back: {
      title: 'Welcome back',
      message: 'Your account is not going to be deleted any more. Everything is as it was.',
    },
    exported: {
      title: 'Your data is ready',
      message: 'You can download it for seven days.',
    },
    exportFailed: {
      title: 'Your data could not be put together',
      message: 'Something went wrong on our side. Ask for it again.',
    },
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
    passwordChanged: {
      title: 'Your password was changed',
      message:
        'Your password was changed, and every other device was signed out. If this was not you, reset it now and secure your mailbox.',
    },
    linked: {
      title: (provider: string) => `Sign-in with ${provider} was added`,
      message: (provider: string) =>
        `Your account can be opened with ${provider} from now on. If this was not you, change your password and secure your mailbox.`,
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
    formerName: 'Deleted user',
  },
  connections: {
    followed: 'Somebody follows you',
    followedByMany: '{n} people follow you',
    see: 'Look who wants to know what you offer next.',
    look: 'Look',
  },
  links: {
    about: 'What neighbours sell, give away and look for.',
    inCategory: (name: string) => `${name} from neighbours: what is on offer now.`,
    offers: (name: string) => `What ${name} has on offer.`,
    nothing: 'Nothing is on offer here at the moment.',
    seller: 'Offered by',
    over: 'no longer on offer',
    home: 'To the start page',
    gone: {
      listing: 'This listing is not here any more',
      person: 'There is nobody here',
      category: 'There is no such category',
    },
  },
  birthday: {
    title: 'Happy birthday!',
    message: 'Your hat is waiting. Put it on within seven days.',
    claim: 'Put it on',
  },
  invites: {
    joined: 'Somebody came by your invitation',
    joinedMessage: 'They signed up by your link and proved their address. Say hello.',
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
  savedSearches: {
    found: (name: string) => `New for “${name}”`,
    foundMany: (count: number, name: string) =>
      count === 1 ? `A new listing for “${name}”` : `${count} new listings for “${name}”`,
    foundByMany: (count: number) => `${count} new listings for your saved searches`,
    seeWhat: 'See what was found since the last time.',
    look: 'Look',
  },
  posts: {
    ending: { 5: 'Your listing ends within five days', 1: 'Your listing ends within a day' },
    renewed: 'Your listing was renewed',
    byStaff: {
      closed: 'A moderator closed your listing',
      deleted: 'A moderator deleted your listing',
      restored: 'A moderator brought your listing back',
    },
  },
  comments: {
    asked: 'New comment on your listing',
    replied: 'New reply to your comment',
    answeredBySeller: 'The seller answered you',
  },
  reports: {
    urgent: 'Something urgent was reported',
    waiting: 'Something was reported',
    look: 'It waits in the queue.',
    hidden: {
      title: 'Your listing is hidden for now',
      message: (title: string) =>
        `${title}: people told us that something may be wrong with it. Nobody sees it until we have looked, and then you hear from us.`,
    },
  },
  moderation: {
    read: 'Read it',
    decided: {
      none: 'A word about something of yours',
      warn: 'A warning',
      hide: 'Your listing is hidden',
      remove: 'Something of yours was removed',
      suspend: 'Your account is suspended',
      ban: 'Your account is closed',
    },
    statement: (about: string, statement: string) =>
      about === '' ? statement : `About “${about}”: ${statement}`,
    shownAgain: 'Your listing is to be seen again',
    undone: {
      title: 'A decision was taken back',
      message: (about: string) => `${lead(about)}What we decided does not hold any more.`,
    },
    appeal: {
      upheld: 'Your appeal was looked at: the decision stands',
      overturned: 'Your appeal was right: the decision was taken back',
    },
    reportDecided: {
      title: 'We looked at what you reported',
      upheld: (about: string) => `${lead(about)}It breaks our rules, and we have acted. Thank you.`,
      dismissed: (about: string) =>
        `${lead(about)}We found nothing that breaks our rules. Thank you all the same.`,
    },
    calls: {
      appeal: 'Somebody appealed against a decision',
      ban: 'A ban waits for a second person',
    },
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
  followers: {
    newListing: (category: string) => `New listing in ${category}`,
  },
  digest: {
    subject: (count: number) =>
      count === 1 ? 'Something waits for you on Plaza' : `${count} things wait for you on Plaza`,
    more: (count: number) => `and ${count} more`,
    text: (lines: string, inbox: string, settings: string) =>
      `This is what you have not looked at yet:\n\n${lines}\n\nLook at it here:\n${inbox}\n\nYou asked for this mail. Say here how often you want it:\n${settings}\n`,
  },
  support: {
    toSupport: {
      subject: (subject: string) => `[Contact] ${subject}`,
      text: ({ id, name, email, message }: Letter) =>
        `${name} <${email}> wrote to support (message ${id}). Answer to that address; nobody proved that it is theirs.\n\n${message}\n`,
    },
    thanks: {
      subject: 'Your message to Plaza has arrived',
      text: (id: string) =>
        `Thank you for your message. We read it, and answer to this address.\n\nIts number is ${id}.\n\nIf you did not write to us, somebody else gave your address, and nothing needs to be done.\n`,
    },
  },
  mailingList: {
    question: {
      subject: 'Do you want mails from Plaza?',
      text: (url: string) =>
        `Somebody asked for news of Plaza by mail to this address. If that was you, say yes within two days:\n\n${url}\n\nIf it was not, nothing needs to be done, and no news will come.\n`,
    },
    welcome: {
      subject: 'You get mails from Plaza now',
      text: (url: string) => `From now on you get news of Plaza by mail. To get no more of it:\n\n${url}\n`,
    },
    confirm: {
      title: 'Mails from Plaza?',
      text: 'You will get news of Plaza by mail. Every mail has a link to get no more.',
      button: 'Yes, please',
    },
    confirmed: { title: 'You are on the list', text: 'From now on you get news of Plaza by mail.' },
    unsubscribe: {
      title: 'No more mails?',
      text: 'You will get no more news of Plaza by mail. Codes and warnings about your account still come.',
      button: 'Unsubscribe',
    },
    unsubscribed: { title: 'Unsubscribed', text: 'You will get no more news of Plaza by mail.' },
  },
}

/** What a sentence is about, where it can be told. */
const lead = (about: string) => (about === '' ? '' : `${about}: `)

/** What somebody wrote to support. */
interface Letter {
  id: string
  name: string
  email: string
  message: string
}

export type Texts = typeof en
