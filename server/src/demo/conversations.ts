export interface Conversation {
  buyer: string
  /** The title of the listing they speak about, whose author is the other side. */
  about: string
  /** Hours ago that it began. */
  hoursAgo: number
  /** Each line begins with `>` when the buyer writes, `<` when the seller does. */
  lines: string[]
  /** How many of the last lines the one who did not write them has not read. */
  unread: number
}

export const conversations: Conversation[] = [
  {
    buyer: 'mira',
    about: 'Western guitar with solid top',
    hoursAgo: 30,
    unread: 1,
    lines: [
      '> Hello Samuel, is the guitar still there?',
      '< It is, and in tune. Do you play?',
      '> A little, mostly with my sixth form. How is the action?',
      '< Low, I set it myself. Come by the studio and try it, Thursday after six?',
      '> Thursday works. Where do I ring?',
      '< Second yard, the door with the yellow tape. I will make tea.',
    ],
  },
  {
    buyer: 'mira',
    about: 'Oak dining table, made by me',
    hoursAgo: 75,
    unread: 0,
    lines: [
      '> The table is beautiful. Would it go through a door of 80 cm?',
      '< Legs come off, so yes. The top is 95 cm wide but you tilt it.',
      '> And could you deliver to the Altstadt?',
      '< For the price of a coffee. Saturday morning?',
      '> I need to measure once more and will write tonight.',
      '< No hurry, nobody else has asked about Saturday.',
    ],
  },
  {
    buyer: 'jonas',
    about: 'My faithful commuter bicycle, blue',
    hoursAgo: 9,
    unread: 2,
    lines: [
      '> Hi Mira, I could use the frame. Is there rust at the bottom bracket?',
      '< I honestly would not know where to look.',
      '> Where the pedals meet the frame. A photo from below is enough.',
      '> And would 100 be all right if I pick it up today?',
    ],
  },
  {
    buyer: 'lena',
    about: 'Classical guitar for learning',
    hoursAgo: 52,
    unread: 0,
    lines: [
      '> Good evening, does the guitar come with a bag?',
      '< A thin one, yes, against rain rather than against stairs.',
      '> Perfect. I would take it for 60.',
      '< 65 and the songbook is yours.',
      '> Deal! Friday?',
      '< Friday at five, Kirchgasse 4.',
      '> See you then.',
    ],
  },
  {
    buyer: 'felix',
    about: 'Books from last year’s reading circle',
    hoursAgo: 4,
    unread: 1,
    lines: [
      '> Are the margin notes readable? That sounds like the best part.',
      '< Two of us wrote neatly. The third was our doctor.',
      '> I will take them. Can I come after the lecture, about seven?',
    ],
  },
  {
    buyer: 'mira',
    about: 'Stoneware vase, thrown and glazed by me',
    hoursAgo: 120,
    unread: 0,
    lines: [
      '> Hello Ines, is it heavy enough for sunflowers?',
      '< It weighs 1.4 kg, sunflowers are no match for it.',
      '> Then I would like it. Are you at the market on Saturday?',
      '< Third stall from the fountain. I will put your name on it.',
      '> Thank you!',
    ],
  },
  {
    buyer: 'aylin',
    about: 'Toy train with rails, 60 pieces',
    hoursAgo: 28,
    unread: 0,
    lines: [
      '> Do the rails fit the wooden ones from the Swedish shop?',
      '< Yes, we mixed both.',
      '> Great. And the chewed piece, is it sharp?',
      '< Sanded it smooth. It is now the memorial to our dog.',
      '> Sold. My husband works near the station, may he pick it up?',
      '< Sure, I am home until eight.',
    ],
  },
  {
    buyer: 'david',
    about: 'Canoe for two with paddle',
    hoursAgo: 18,
    unread: 1,
    lines: [
      '> Ahoy, could I try it this weekend?',
      '< Sunday, if the wind stays below four. Can you swim?',
      '> Better than I paddle.',
      '< Good answer. Jetty 4 at ten. Bring shoes that may get wet.',
    ],
  },
  {
    buyer: 'hanna',
    about: 'Washing machine, repaired and tested',
    hoursAgo: 41,
    unread: 0,
    lines: [
      '> What exactly does the promise cover?',
      '< Anything I touched: pump, brushes, seals. I come to you.',
      '> And noise? I sleep in the daytime.',
      '< Then I would not take this one, it does spin loudly.',
      '> Thank you for being honest.',
    ],
  },
  {
    buyer: 'omar',
    about: 'Fridge-freezer in mint green',
    hoursAgo: 66,
    unread: 0,
    lines: [
      '> Hello Birgit, how wide is it exactly?',
      '< 60 cm, and 66 deep with the handle.',
      '> It would go into the staff room. Is 180 possible?',
      '< If you carry it down yourselves, 190.',
      '> We are four cooks, we carry anything.',
      '< Then 190, and I throw in the ice cube trays.',
      '> Monday, before we open?',
      '< Monday at nine.',
    ],
  },
  {
    buyer: 'kofi',
    about: 'Running shoes, 80 km on them',
    hoursAgo: 14,
    unread: 2,
    lines: [
      '> Hi Elias, do they run small? I am between 42 and 43.',
      '< Rather small. For 42.5 they should be just right.',
      '< You can try them at training on Saturday, I am there anyway.',
    ],
  },
  {
    buyer: 'theresa',
    about: 'Large bow hemp in its pot',
    hoursAgo: 90,
    unread: 0,
    lines: [
      '> Is it safe with cats?',
      '< Sadly not, they should not chew it.',
      '> Mine chews everything. What else do you have?',
      '< A spider plant, the cats will love it and survive.',
      '> That one please! What would you like for it?',
      '< Five, or two fish that do not bite.',
      '> Five it is.',
      '< It stands ready from Wednesday.',
    ],
  },
  {
    buyer: 'nadia',
    about: '35 mm film camera with 50 mm lens',
    hoursAgo: 22,
    unread: 0,
    lines: [
      '> Would you also show a beginner how to load the film?',
      '< With pleasure, it takes five minutes and one spoiled roll.',
      '> I could pay with a shortened pair of trousers and 150.',
      '< I have exactly such a pair. Agreed!',
    ],
  },
]

/** Who saved what, by the titles of listings. */
export const favourites: Record<string, string[]> = {
  mira: [
    'Western guitar with solid top',
    'Oak dining table, made by me',
    'Rowing boat, varnished this spring',
    'Reading lamp from the sixties',
    'Framed view of the lake in the evening',
    'Stand mixer with three tools',
  ],
  jonas: [
    'My faithful commuter bicycle, blue',
    'Claw hammer with ash handle',
    'Hardtail mountain bike, size M',
  ],
  aylin: [
    'Toy train with rails, 60 pieces',
    'Wooden train engine with tender',
    'Washing machine 7 kg, quiet',
  ],
  felix: [
    'Turntable from the reading room',
    'Phone with 128 GB, new battery',
    'Books from last year’s reading circle',
  ],
  hanna: [
    'Oval mirror with moulded frame',
    'Dress for weddings of other people',
    'Classical guitar for learning',
  ],
  omar: [
    'Fridge-freezer in mint green',
    'Cappuccino cup and saucer, hand-thrown',
    'Oak dining table, made by me',
  ],
  kofi: ['Running shoes, 80 km on them', 'School clock from the demolished wing'],
  clara: [
    'Rowing boat, varnished this spring',
    'Petticoat dress, sewn by my mother',
    'School clock from the demolished wing',
  ],
  david: ['Canoe for two with paddle', 'Western guitar with solid top'],
  greta: ['Stoneware vase, thrown and glazed by me', 'Large bow hemp in its pot'],
  lena: [
    'Classical guitar for learning',
    'Tall vase with a second glaze',
    'Agave, survives winters under a roof',
  ],
  samuel: ['Turntable from the reading room', 'Hand-knotted wool rug, 170 × 240'],
}

/** What the administrator told everybody. */
export const broadcast = {
  title: 'Flea market on the lake meadow',
  message:
    'On the first Sunday of the month from nine to four. Tables are free for everybody who sells on Plaza; bring your own chair.',
}
