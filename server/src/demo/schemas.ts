import { type Static, type TProperties, Type } from 'typebox'
import { kinds, severities } from '../marketplace/alerts/public.ts'

import { mailingLists, subscriptionStates } from '../marketplace/mailing-list/public.ts'
import { conditions, riskReasons } from '../marketplace/posts/public.ts'
import { kinds as boostKinds } from '../marketplace/promotions/public.ts'
import { reasons } from '../marketplace/reports/public.ts'
import { Tags } from '../marketplace/reviews/public.ts'
import { feedbackCategories, platforms } from '../marketplace/support/public.ts'
import { OneOf } from '../platform/operation/schema.ts'
import { feelingLabels } from '../wellness/feelings/public.ts'
import { directions, metrics } from '../wellness/goals/public.ts'
import { frequencies } from '../wellness/streaks/public.ts'

/** What each file under `server/demo` holds. Things refer to each other by key, name or title. */

const Entry = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })
const Text = Type.String({ minLength: 1 })
const Name = Type.String({ minLength: 1, maxLength: 120 })
const ClockTime = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })
const Key = Type.String({ pattern: '^[a-z][a-z_-]*$' })
const Ago = Type.Number({ minimum: 0 })
const Count = Type.Integer({ minimum: 0 })
const Euros = Type.Number({ exclusiveMinimum: 0, maximum: 10_000 })
const Country = Type.String({ pattern: '^[A-Z]{2}$' })
/** What something is called in another language that the server speaks. */
const names = { names: Entry({ de: Name }) }
const translated = <P extends TProperties>(properties: P) => ({
  translations: Entry({ de: Entry(properties) }),
})
/** As CSS writes it, in whole numbers, so that shades can be made of it. */
const Colour = Type.String({ pattern: '^hsl\\(\\d{1,3} \\d{1,3}% \\d{1,3}%\\)$' })

export const TownFile = Entry({
  name: Name,
  centre: Entry({ longitude: Type.Number(), latitude: Type.Number() }),
  timezone: Name,
  /** By quarter. */
  zipCodes: Type.Record(Type.String(), Type.String()),
  mailDomain: Name,
  /** Of everybody in the town. */
  password: Type.String({ minLength: 12 }),
  /** The accounts to try the town with. */
  accounts: Type.Array(Entry({ role: Name, person: Key })),
})

export const PeopleFile = Type.Array(
  Entry({
    /** The part of the address before the domain. */
    key: Key,
    name: Name,
    role: Type.Optional(OneOf(['moderator', 'administrator'])),
    bio: Text,
    quarter: Name,
    /** From the market square. */
    kilometres: Entry({ east: Type.Number(), north: Type.Number() }),
    joinedDaysAgo: Ago,
    seenMinutesAgo: Ago,
    /** What they want of notices. */
    wishes: Type.Optional(
      Entry({
        quietHours: Entry({ start: ClockTime, end: ClockTime }),
        strangers: OneOf(['accept', 'filter', 'drop']),
      }),
    ),
    /** Wears the birthday hat since. */
    birthdayDaysAgo: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
    /** On vacation for so many days more: nobody finds their listings. */
    awayForDays: Type.Optional(Count),
    /** By whose invitation they came. */
    invitedBy: Type.Optional(Key),
  }),
)

export const CategoriesFile = Type.Array(
  Entry({
    name: Name,
    ...names,
    icon: Text,
    expirationDays: Type.Optional(Count),
    leaves: Type.Array(Entry({ name: Name, ...names })),
    /** What its listings may tell; the leaves ask the same. */
    attributes: Type.Array(
      Entry({
        key: Type.String({ pattern: '^[a-z][a-z_]*$' }),
        label: Name,
        type: OneOf(['text', 'number', 'enum', 'bool']),
        options: Type.Optional(Type.Array(Text)),
        unit: Type.Optional(Text),
        required: Type.Optional(Type.Literal(true)),
      }),
    ),
  }),
)

/** What a listing shows besides the whole thing: a part of it close by, or how it looks from its other side. */
export const views = ['close-up', 'detail', 'other-side'] as const

/** Of the thing and of what stands behind it; what is in shade or light follows from them. */
const Colours = Entry({ main: Colour, accent: Colour, wall: Colour })

/** The listings of one category. */
export const ListingsFile = Entry({
  category: Name,
  listings: Type.Array(
    Entry({
      title: Name,
      leaf: Name,
      author: Key,
      /** In euros. */
      price: Type.Number({ minimum: 0 }),
      condition: OneOf(conditions),
      description: Text,
      attributes: Type.Optional(
        Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
      ),
      state: Type.Optional(OneOf(['reserved', 'sold', 'closed'])),
      /** What the author noted of one that is closed. */
      closedReason: Type.Optional(Text),
      daysAgo: Ago,
      /** When its author last brought it to the top; its time starts anew then. */
      repostedDaysAgo: Type.Optional(Ago),
      /** Whether it is renewed at its end. */
      autoRenew: Type.Optional(Type.Literal(true)),
      allowsOffers: Type.Optional(Type.Literal(true)),
      delivery: Type.Optional(OneOf(['shipping', 'both'])),
      /** A file of `pictures/`, as drawn or in other colours. */
      picture: Key,
      colours: Type.Optional(Colours),
      /** Further pictures of it, in their order. */
      views: Type.Optional(Type.Array(OneOf(views))),
    }),
  ),
})

export const FavouritesFile = Type.Array(
  Entry({ person: Key, daysAgo: Ago, listing: Name, collection: Type.Optional(Name) }),
)

/** What people ask and answer below listings. */
export const CommentsFile = Type.Array(
  Entry({
    about: Name,
    from: Key,
    hoursAgo: Ago,
    text: Text,
    replies: Type.Array(Entry({ minutesLater: Count, from: Key, text: Text })),
  }),
)

const Said = {
  hoursLater: Ago,
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  /** May be empty. */
  text: Type.String({ maxLength: 2000 }),
  tags: Type.Optional(Tags),
  /** Of the one who is reviewed, where both have written. */
  reply: Type.Optional(Entry({ hoursLater: Ago, text: Text })),
}

/** Who bought what is sold, and what the two say of each other since. */
export const DealsFile = Type.Array(
  Entry({
    listing: Name,
    buyer: Key,
    byBuyer: Type.Optional(Entry(Said)),
    bySeller: Type.Optional(Entry(Said)),
  }),
)

/** What people pay each other and the house, with the sandbox as their bank. */
export const MoneyFile = Entry({
  packages: Type.Array(
    Entry({
      name: Name,
      kind: OneOf(boostKinds),
      price: Euros,
      days: Type.Integer({ minimum: 1, maximum: 90 }),
    }),
  ),
  funds: Type.Array(Entry({ person: Key, daysAgo: Ago, amount: Euros })),
  /** From the wallet of who offers it. */
  boosts: Type.Array(Entry({ listing: Name, package: Name, daysAgo: Ago })),
  /** From the wallet of the buyer; without `sent` the seller still has it. Three days after it was received it is over. */
  orders: Type.Array(
    Entry({
      listing: Name,
      buyer: Key,
      daysAgo: Ago,
      address: Entry({ street: Name, zip_code: Name, city: Name, country: Country }),
      sent: Type.Optional(
        Entry({
          daysAgo: Ago,
          carrier: Name,
          trackingCode: Name,
          received: Type.Optional(
            Entry({
              daysAgo: Type.Number({ minimum: 3, maximum: 14 }),
              byBuyer: Type.Optional(Entry(Said)),
              bySeller: Type.Optional(Entry(Said)),
            }),
          ),
        }),
      ),
    }),
  ),
  /** To a bank account that they add for it; they have arrived two days later. */
  payouts: Type.Array(
    Entry({ person: Key, daysAgo: Type.Number({ minimum: 2 }), amount: Euros, country: Country }),
  ),
  /** Those that their seller can still answer. */
  offers: Type.Array(
    Entry({
      listing: Name,
      buyer: Key,
      hoursAgo: Type.Number({ minimum: 0, maximum: 40 }),
      price: Euros,
      note: Text,
    }),
  ),
  trials: Type.Array(Entry({ person: Key, daysAgo: Ago })),
})
export type Money = Static<typeof MoneyFile>

/** What people reported, and what became of it. */
export const ReportsFile = Type.Array(
  Entry({
    from: Key,
    listing: Name,
    reason: OneOf(reasons),
    details: Type.Optional(Text),
    hoursAgo: Ago,
    /** Of the moderator; without it the report is open. */
    decision: Type.Optional(
      Entry({
        hoursLater: Ago,
        action: OneOf(['dismiss', 'warn', 'hide', 'limit']),
        rule: Type.Optional(Name),
        facts: Type.Optional(Text),
        statement: Type.Optional(Text),
        /** Of the author, which waits. */
        appeal: Type.Optional(Entry({ hoursLater: Ago, text: Text })),
        /** What the author changed of a listing that it hid, which waits as well. */
        putRight: Type.Optional(Entry({ hoursLater: Ago, description: Text })),
      }),
    ),
  }),
)

export const FollowsFile = Type.Array(Entry({ person: Key, daysAgo: Ago, follows: Key }))

/** What people look for; what was published since is found by it. */
export const SavedSearchesFile = Type.Array(
  Entry({
    person: Key,
    daysAgo: Ago,
    name: Name,
    words: Text,
    /** In euros. */
    maxPrice: Type.Optional(Type.Number({ minimum: 0 })),
    cadence: OneOf(['daily', 'weekly', 'none']),
  }),
)

/** Who looks around without an account. */
export const GuestsFile = Type.Array(
  Entry({
    /** From the market square. */
    kilometres: Entry({ east: Type.Number(), north: Type.Number() }),
    daysAgo: Ago,
    seenMinutesAgo: Ago,
    saves: Type.Array(Entry({ daysAgo: Ago, listing: Name })),
    /** What they have told of when they are here again. */
    looksFor: Type.Optional(Entry({ daysAgo: Ago, name: Name, words: Text })),
  }),
)

/** Who is on which mailing list; by the part of the address before the domain, of people of the town and others. */
export const NewsletterFile = Type.Array(
  Entry({
    mailbox: Key,
    lists: Type.Array(OneOf(mailingLists), { minItems: 1 }),
    state: OneOf(subscriptionStates),
    daysAgo: Ago,
  }),
)

export const ConversationsFile = Type.Array(
  Entry({
    /** The listing that they speak about, whose author is the seller. */
    about: Name,
    buyer: Key,
    /** When it began. */
    hoursAgo: Ago,
    /** How many of the last lines the one who did not write them has not read. */
    unread: Type.Optional(Count),
    /** Whether the buyer is a stranger, whose chat waits to be accepted. */
    isRequest: Type.Optional(Type.Literal(true)),
    lines: Type.Array(Entry({ minutesLater: Count, from: OneOf(['buyer', 'seller']), text: Text }), {
      minItems: 1,
    }),
  }),
)

export const BroadcastsFile = Type.Array(
  Entry({
    author: Key,
    category: OneOf(['tutorial', 'breaking_news']),
    hoursAgo: Ago,
    title: Name,
    message: Text,
  }),
)

/** What the button of a notice says, in each language that the server speaks. */
const Button = Entry({ en: Name, de: Name })

/** What stands in everybody's inbox when the town is built, by what it is about. */
export const NoticesFile = Entry({
  /** The title is the name of who wrote, the message what they wrote. */
  written: Entry({ button: Button }),
  /** Before the name. */
  welcome: Entry({ title: Name, message: Text }),
  /** The message is the title of the listing. */
  saved: Entry({ title: Name, button: Button }),
  followed: Entry({ title: Name, message: Text, button: Button }),
})

/** What those find on their desk who run the place. */
export const DeskFile = Entry({
  alerts: Type.Array(
    Entry({ title: Name, message: Text, severity: OneOf(severities), kind: OneOf(kinds), hoursAgo: Ago }),
  ),
  feedback: Type.Array(
    Entry({
      author: Key,
      category: OneOf(feedbackCategories),
      rating: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
      message: Text,
      screen: Name,
      platform: OneOf(platforms),
      hoursAgo: Ago,
    }),
  ),
  messages: Type.Array(Entry({ author: Key, subject: Name, message: Text, hoursAgo: Ago })),
  /** What administrators set of the system config, the oldest first. */
  settings: Type.Array(
    Entry({ author: Key, config: Type.Record(Type.String(), Type.Integer()), hoursAgo: Ago }),
  ),
  errors: Type.Array(
    Entry({
      message: Text,
      stack: Text,
      platform: OneOf(platforms),
      appVersion: Name,
      os: Name,
      /** What happened before, the oldest first. */
      trail: Type.Array(Text),
      times: Type.Integer({ minimum: 1 }),
    }),
  ),
})

/** Changes of listings that wait for a moderator. */
export const ReviewsFile = Type.Array(
  Entry({
    listing: Name,
    hoursAgo: Ago,
    reasons: Type.Array(OneOf(riskReasons)),
    change: Type.Partial(Entry({ title: Name, price: Type.Number({ minimum: 0 }), description: Text })),
  }),
)

export const WellnessPeopleFile = Entry({
  joinedDaysAgo: Ago,
  user: Entry({ key: Key, name: Name, bio: Text, referralCode: Text }),
  administrator: Entry({
    key: Key,
    name: Name,
    role: OneOf(['SUPER', 'CONTENT', 'SUPPORT', 'FINANCE', 'ANALYST']),
  }),
})

export const WellnessCatalogueFile = Type.Array(
  Entry({
    name: Name,
    description: Text,
    ...translated({ name: Name, description: Text }),
    colour: Type.String({ pattern: '^#[0-9A-F]{6}$' }),
    /** The drawing that the pages show for it. */
    illustration: OneOf(['BREATH', 'STILLNESS', 'MOVEMENT', 'NIGHT', 'PAPER', 'FOCUS']),
    subCategories: Type.Array(
      Entry({
        name: Name,
        ...translated({ name: Name }),
        exercises: Type.Array(
          Entry({
            title: Name,
            minutes: Type.Integer({ minimum: 1 }),
            mediaType: OneOf(['TEXT', 'TIMER', 'BREATHING']),
            modality: OneOf(['MEDITATION', 'BREATHING', 'MOVEMENT', 'MUSIC', 'UNGUIDED', 'OTHER']),
            goodFor: Type.Array(OneOf(feelingLabels)),
            description: Text,
            ...translated({ title: Name, description: Text, steps: Type.Optional(Type.Array(Text)) }),
            /** The parts of a day that it suits. */
            suits: Type.Optional(Type.Array(OneOf(['MORNING', 'DAY', 'EVENING', 'NIGHT']))),
            /** What the pages let one hear behind it. */
            sound: Type.Optional(OneOf(['RAIN', 'WAVES', 'WIND', 'TRAIN', 'BOWLS'])),
            /** One breath, over and over. */
            breath: Type.Optional(
              Type.Array(
                Entry({ phase: OneOf(['IN', 'HOLD', 'OUT']), seconds: Type.Integer({ minimum: 1 }) }),
              ),
            ),
            /** They share its minutes. */
            steps: Type.Optional(Type.Array(Text)),
          }),
        ),
      }),
    ),
  }),
)

/** What the wellness user practised. */
export const WellnessSessionsFile = Type.Array(
  Entry({
    daysAgo: Count,
    /** On that day, in UTC. */
    at: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
    exercise: Name,
    before: OneOf(feelingLabels),
    after: OneOf(feelingLabels),
  }),
)

export const WellnessGoalsFile = Type.Array(
  Entry({
    title: Name,
    description: Type.Optional(Text),
    icon: Key,
    color: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
    /** The exercise that moves it. */
    exercise: Type.Optional(Name),
    direction: Type.Optional(OneOf(directions)),
    metric: Type.Optional(OneOf(metrics)),
    target: Type.Optional(Entry({ value: Type.Number({ exclusiveMinimum: 0 }), unit: Name })),
    frequency: Type.Optional(OneOf(frequencies)),
    daysOfWeek: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 7 }))),
    timesPerPeriod: Type.Optional(Type.Integer({ minimum: 1, maximum: 31 })),
    beganDaysAgo: Count,
    /** Of the days on which it was due; on all others before today it was done. */
    missedDaysAgo: Type.Array(Count),
  }),
)

export const WellnessQuestionnairesFile = Type.Array(
  Entry({
    instrument: Key,
    questions: Type.Array(
      Entry({
        /** How other questions refer to it. */
        key: Key,
        text: Text,
        help: Type.Optional(Text),
        ...translated({ text: Text, help: Type.Optional(Text) }),
        type: OneOf(['SINGLE_CHOICE', 'MULTI_CHOICE', 'SCALE', 'TEXT', 'BOOLEAN']),
        isOptional: Type.Optional(Type.Literal(true)),
        /** Whether the answer says nothing about somebody's health. */
        isHarmless: Type.Optional(Type.Literal(true)),
        range: Type.Optional(Entry({ min: Type.Integer(), max: Type.Integer(), step: Type.Integer() })),
        /** Asked only of those who gave one of these answers. */
        onlyAfter: Type.Optional(Entry({ key: Key, labels: Type.Array(Text) })),
        options: Type.Optional(
          Type.Array(
            Entry({
              label: Text,
              ...translated({ label: Text }),
              score: Type.Optional(Type.Integer()),
              /** Chosen alone. */
              isExclusive: Type.Optional(Type.Literal(true)),
            }),
          ),
        ),
        /** Answers that show where help is to be had. */
        showsHelpFor: Type.Optional(Type.Array(Text)),
      }),
    ),
  }),
)

export type TownFacts = Static<typeof TownFile>
export type Person = Static<typeof PeopleFile>[number]
export type Category = Static<typeof CategoriesFile>[number]
export type Listing = Static<typeof ListingsFile>['listings'][number]
export type View = (typeof views)[number]
export type Colours = Static<typeof Colours>
export type Deal = Static<typeof DealsFile>[number]
export type Conversation = Static<typeof ConversationsFile>[number]
