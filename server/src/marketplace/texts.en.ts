import { beforeCode } from '../platform/money.ts'

/** What the marketplace says in notices and mails. */
export const en = {
  greeting: (name: string) => `Hello ${name},\n\n`,
  amount: beforeCode,
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
      message: (providers: string) =>
        `Your password was reset and every device was signed out.${
          providers && ` Signing in with ${providers} was removed as well; add it again if it is yours.`
        } If this was not you, reset it again now and secure your mailbox.`,
    },
    passwordChanged: {
      title: 'Your password was changed',
      message:
        'Your password was changed, and every other device was signed out. If this was not you, reset it now and secure your mailbox.',
    },
    linked: {
      title: (provider: string) => `Sign-in with ${provider} was added`,
      message: (provider: string) =>
        `Your account can be opened with ${provider} from now on. If this was not you, reset your password by mail, which removes it, and secure your mailbox.`,
    },
    bankAccountAdded: {
      title: 'A bank account was added',
      message: (bank: string, last4: string) =>
        `You can be paid out to ${bank} ending in ${last4} from now on. If you did not add it, remove it and change your password now.`,
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
    offer: 'Named a price',
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
    free: 'Free',
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
    ofFriend: 'A birthday to celebrate',
    view: 'View',
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
  subscriptions: {
    trialBegan: {
      title: 'Your trial has begun',
      message: (plan: string, date: string) => `Everything in ${plan} is open to you until ${date}.`,
    },
    trialEnds: {
      title: 'Your trial ends soon',
      message: (plan: string, date: string) =>
        `Your trial of ${plan} ends on ${date}. Nothing will be charged; choose the plan if you want to keep it.`,
    },
    trialConverts: {
      title: 'Your trial ends, and your plan begins',
      message: (plan: string, date: string, price: string) =>
        `Your trial of ${plan} ends on ${date}. From then on it costs ${price}. Until then you can cancel, and nothing will be charged.`,
    },
    renews: {
      title: 'Your plan will be renewed',
      message: (plan: string, date: string, price: string) =>
        `${plan} will be renewed on ${date} for ${price}. If you do not want that, cancel before.`,
    },
    lastDay: {
      title: 'Your trial ends within a day',
      message: (plan: string) => `It is the trial of ${plan}.`,
    },
    trialOver: {
      title: 'Your trial is over',
      message: (plan: string) => `Nothing was charged. ${plan} can be chosen whenever you like.`,
    },
    unpaid: {
      title: 'Your plan could not be paid',
      message: (plan: string, date: string) =>
        `We try again. ${plan} stays open until ${date}; see whether your card is still good.`,
    },
    over: { title: 'Your plan is over', message: (plan: string) => `${plan} is not open to you any more.` },
    cancelled: {
      title: 'You have cancelled your plan',
      message: (plan: string, date: string) =>
        `${plan} stays open to you until ${date}, and nothing more will be charged. Until then you can take it back.`,
    },
    cancelledNow: {
      title: 'You have cancelled your plan',
      message: (plan: string, date: string) =>
        `${plan} ended on ${date}. Nothing more will be charged, and what you had paid for and not used is paid back.`,
    },
    resumed: {
      title: 'Your plan goes on',
      message: (plan: string, date: string) => `The pause is over. ${plan} is paid until ${date}.`,
    },
    unreachable: {
      title: 'Your plan will not be renewed',
      message: (plan: string, date: string) =>
        `A mail to you did not arrive, and nobody is charged unannounced. ${plan} ends on ${date}; see whether your address is right.`,
    },
    boughtElsewhere: {
      title: 'You have your plan twice',
      message: (plan: string, date: string) =>
        `You bought ${plan} in the shop of your phone. Here it will not be renewed after ${date}.`,
    },
    look: 'Your plan',
  },
  boosts: {
    started: 'Your boost has begun',
    over: 'Your boost is over',
    result: (title: string, shown: number, views: number) =>
      `${title}: shown ${shown} times, viewed ${views} times while it ran`,
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
    view: 'View',
    ending: { 5: 'Your listing ends within five days', 1: 'Your listing ends within a day' },
    renewed: 'Your listing was renewed',
    byStaff: {
      closed: 'A moderator closed your listing',
      deleted: 'A moderator deleted your listing',
      restored: 'A moderator brought your listing back',
    },
  },
  offers: {
    view: 'Look at it',
    told: {
      made: 'You got an offer',
      countered: 'Your offer was answered with another price',
      accepted: 'Your offer was accepted: it is kept for you for 24 hours',
      acceptedByBuyer: 'Your price was accepted: it is kept for the buyer for 24 hours',
      declined: 'Your offer was declined',
      declinedAtOnce: 'Thank you, but your offer is below what the seller considers',
      givenToAnother: 'Somebody else was faster: your offer was declined',
      expiring: 'An offer waits for your answer, and ends soon',
      expired: 'Your offer was not answered in time',
      lapsing: 'Buy it now, or it is not kept for you any more',
      lapsed: 'It is not kept for you any more',
      notBought: 'The buyer did not buy in time: it is on offer again',
      letGo: 'The buyer let it go: it is on offer again',
      ended: 'What an offer was about is not to be had any more',
    },
  },
  orders: {
    view: 'View',
    told: {
      sold: 'Sold: send it within seven days',
      soldForPickup: 'Sold: hand it over within seven days',
      bought: 'Your payment has arrived',
      expired: 'Your order was not paid',
      canceled: 'An order was canceled, and the money given back',
      notShipped: 'Nothing happened for seven days: the money was given back',
      shipReminder: 'Send what you sold, or the buyer gets the money back',
      pickupReminder: 'Meet for what was sold, or the buyer gets the money back',
      shipped: 'What you bought is on its way',
      confirmReminder: 'Has it arrived? Say so, or tell us what is wrong',
      received: 'It has arrived. The money is the seller’s in three days',
      completed: 'The money of your sale is yours',
      disputed: 'A buyer says that something is wrong. Tell your side',
      stated: 'Something new was said in a dispute',
      decidedForBuyer: 'The dispute was decided: the buyer gets the money back',
      decidedForBoth: 'The dispute was decided: the buyer gets a part of the money back',
      decidedForSeller: 'The dispute was decided: the seller gets the money',
      refunded: 'The money of an order was given back',
      partlyRefunded: 'A part of the money of an order was given back',
    },
  },
  reviews: {
    view: 'View',
    told: {
      prompt: 'How was it? Write a review within fourteen days',
      reminder: 'Three days are left to write your review',
      sealed: 'Somebody reviewed you. You read it once you have written yours, or the fourteen days are over',
      both: 'You have reviewed each other: both reviews can be read now',
      opened: 'A review of you can be read now',
      ownOpened: 'Everybody can read your review now',
      replied: 'You got a reply to your review',
    },
  },
  comments: {
    asked: 'New comment on your listing',
    askedByMany: '{n} people commented on your listing',
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
      limit: 'Nobody else sees your listings and comments for a time',
      remove: 'Something of yours was removed',
      suspend: 'Your account is suspended',
      ban: 'Your account is closed',
    },
    statement: (about: string, statement: string) =>
      about === '' ? statement : `About “${about}”: ${statement}`,
    shownAgain: 'Your listing is to be seen again',
    lookedAtAgain: {
      title: 'Your listing is hidden no more, and waits for a look',
      message: (title: string) =>
        `${title}: you made another thing of it while it was hidden. It appears once a moderator has looked at it.`,
    },
    undone: {
      title: 'A decision was taken back',
      message: (about: string) => `${lead(about)}What we decided does not hold any more.`,
    },
    appeal: {
      upheld: 'Your appeal was looked at: the decision stands',
      overturned: 'Your appeal was right: the decision was taken back',
    },
    resubmission: {
      accepted: 'Your listing is in order and to be seen again',
      declined: 'Your listing stays hidden for now',
    },
    reportDecided: {
      title: 'We looked at what you reported',
      upheld: (about: string) => `${lead(about)}It breaks our rules, and we have acted. Thank you.`,
      dismissed: (about: string) =>
        `${lead(about)}We found nothing that breaks our rules. Thank you all the same.`,
    },
    calls: {
      appeal: 'Somebody appealed against a decision',
      resubmission: 'Somebody put a hidden listing right',
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
  payments: {
    view: 'View',
    told: {
      fundsArrived: {
        title: (amount: string) => `${amount} has arrived in your wallet`,
        message: 'Your payment took a while. The money is there now.',
      },
      fundsFailed: {
        title: (amount: string) => `${amount} could not be added to your wallet`,
        message: 'Your payment did not go through. You were charged nothing.',
      },
      cardFailed: {
        title: (amount: string) => `${amount} could not be charged to your card`,
        message: 'Your payment did not go through, so nothing was bought. Try again, or with another card.',
      },
      refundArrived: {
        title: (amount: string) => `${amount} is on its way back to you`,
        message: 'It was given back to where you had paid it from. Your bank shows it within a few days.',
      },
      refundInWallet: {
        title: (amount: string) => `${amount} is back in your wallet`,
        message: 'It could not go back to where you had paid it from, so it is in your wallet.',
      },
      disputed: {
        title: (amount: string) => `Your bank takes back ${amount} that you paid`,
        message:
          'Until it has decided, what you paid for stands still. If you did not want this, tell your bank.',
      },
      disputeWon: {
        title: (amount: string) => `Your bank let go of ${amount}`,
        message: 'Your payment stands, and what you paid for goes on where it was.',
      },
      disputeLost: {
        title: (amount: string) => `Your bank gave you back ${amount}`,
        message: 'What you had paid for with it is over. There is no other refund.',
      },
      saleDisputed: {
        title: (amount: string) => `The bank of a buyer takes back ${amount}`,
        message: 'Your sale stands still until the bank has decided. Send nothing now; we answer the bank.',
      },
      saleDisputeWon: {
        title: (amount: string) => `The bank of a buyer let go of ${amount}`,
        message: 'Your sale goes on where it was.',
      },
      saleDisputeLost: {
        title: (amount: string) => `The bank of a buyer has taken back ${amount}`,
        message: 'Your sale is over. What of it you had been given is taken from your wallet, now or later.',
      },
    },
  },
  payouts: {
    sent: {
      title: (amount: string) => `${amount} is on its way`,
      message: 'Your payout was sent to your bank.',
    },
    paid: {
      title: (amount: string) => `${amount} was paid out`,
      message: 'Your payout has reached your bank.',
    },
    returned: {
      title: (amount: string) => `${amount} is back in your wallet`,
      message: 'Your bank did not take your payout. Look whether the account is still right, and try again.',
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
  booksDiffer: {
    subject: 'The books do not add up: no money moves',
    text: (count: number, url: string) =>
      `A proof of the ledger found ${count} ${count === 1 ? 'difference' : 'differences'}. Until an administrator lets money move again, or a later proof holds, nobody can pay or be paid.\n\nWhat was found: ${url}\n`,
  },
  reportDiffers: {
    subject: 'The payment provider reports something else than our books: no money moves',
    text: (count: number, provider: string, url: string) =>
      `${count} ${count === 1 ? 'movement is' : 'movements are'} not the same in the report of ${provider} and in the ledger. Until an administrator lets money move again, or both say the same, nobody can pay or be paid.\n\nWhat was found: ${url}\n`,
  },
  strayPayment: {
    subject: 'A payment fits nothing that was asked for',
    text: (id: string, url: string) =>
      `PayPal says that ${id} was paid, and it is not what was asked for: another amount or currency, or paid before. It is at your account and in nobody’s wallet. Look at it there, and give it back or have the notice applied once more.\n\nThe notice: ${url}\n`,
  },
  bankDispute: {
    subject: 'A bank disputes a payment',
    text: ({ amount, reason, due, url }: BankDispute) =>
      `A bank takes back ${amount} that was paid here, for this reason: ${reason}. What was paid with it stands still until the bank has decided.\n\n${due === null ? 'Say what speaks against it at the payment provider.' : `Say what speaks against it at the payment provider, until ${due}.`}\n\nWhat it is about: ${url}\n`,
  },
  receipt: {
    title: (number: number | null) => (number === null ? 'Receipt' : `Receipt ${number}`),
    types: {
      add_funds: 'Money added to the wallet',
      purchase: 'Purchase',
      sale: 'Sale',
      refund: 'Refund',
      payout: 'Payout',
      boost: 'Boost',
      subscription: 'Subscription',
      fee: 'Fee',
      chargeback: 'Taken back by a bank',
    },
    sides: { seller: 'Of the seller', platform: 'Of the marketplace' },
    labels: {
      item: 'Item',
      shipping: 'Shipping',
      fee: 'Fee',
      boost: 'Boost',
      subscription: 'Subscription',
      funds: 'Money added',
      refund: 'Refund',
      payout: 'Payout',
      returned: 'Came back to the wallet',
      chargeback: 'Taken back by a bank',
    },
    of: 'For',
    counterpart: 'With',
    marketplace: 'The marketplace Plaza',
    left: 'Somebody who left',
    subject: 'About',
    date: 'Date',
    transaction: 'Transaction',
    total: 'Total',
    unnumbered: 'This receipt gets its number within a minute.',
    test: 'Test: no money moved.',
  },
}

/** What a sentence is about, where it can be told. */
const lead = (about: string) => (about === '' ? '' : `${about}: `)

/** What administrators are told of a bank that takes a payment back. */
interface BankDispute {
  amount: string
  reason: string
  /** The last day on which it can be answered. */
  due: string | null
  url: string
}

/** What somebody wrote to support. */
interface Letter {
  id: string
  name: string
  email: string
  message: string
}

export type Texts = typeof en
