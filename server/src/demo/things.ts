import { box, disc, line, oval, repeat, ring, shape, turned } from './shapes.ts'

/** The colours of one drawing: the thing itself, its shade and light, and a second colour. */
export interface Paint {
  main: string
  dark: string
  light: string
  accent: string
}

const ink = '#2b2d33'
const steel = '#b9c0c9'
const wood = '#b0783f'
const darkWood = '#7c5028'
const paper = '#fbf8f1'
const glass = '#cfe6ee'

const wheel = (x: number, y: number, radius: number, rim = ink) =>
  ring(x, y, radius, rim, 14) +
  repeat(8, (i) => turned(i * 22.5, x, y, line(`M${x - radius} ${y}H${x + radius}`, steel, 2))) +
  disc(x, y, 12, ink)

const tyre = (x: number, y: number, radius: number) =>
  disc(x, y, radius, ink) + disc(x, y, radius * 0.55, steel) + disc(x, y, radius * 0.2, ink)

/** What there are drawings of; each stands on a floor that begins at y = 440. */
export const kinds = {
  bicycle: ({ main, dark }) =>
    wheel(235, 410, 112) +
    wheel(565, 410, 112) +
    line('M235 410L320 250H510L400 410Z M320 250L400 410 M510 250L565 410 M510 250L495 190', main, 16) +
    line('M235 410L400 410', dark, 14) +
    line('M495 190H560Q580 190 575 215', ink, 13) +
    line('M320 250L305 205', ink, 12) +
    shape('M255 190Q310 180 355 198Q340 218 300 216Q265 214 255 190Z', ink) +
    ring(400, 410, 26, ink, 10) +
    line('M400 410L425 462H450', ink, 9),
  sofa: ({ main, dark, light, accent }) =>
    box(170, 440, 22, 60, darkWood) +
    box(608, 440, 22, 60, darkWood) +
    box(150, 210, 500, 200, dark, 46) +
    box(175, 330, 450, 125, main, 22) +
    line('M400 335V440', dark, 6) +
    box(105, 290, 95, 170, light, 40) +
    box(600, 290, 95, 170, light, 40) +
    turned(-12, 270, 300, box(220, 250, 105, 95, accent, 18)) +
    box(190, 395, 420, 8, dark, 4),
  lamp: ({ main, light }) =>
    oval(400, 500, 110, 24, ink) +
    line('M400 495V250', ink, 14) +
    shape('M310 110H490L560 290H240Z', main) +
    shape('M330 110H385L330 290H240Z', light) +
    shape('M250 295H550L690 500H110Z', 'rgba(255,244,190,.28)') +
    line('M470 292V350', ink, 4) +
    disc(470, 356, 8, ink),
  books: ({ main, dark, light, accent }) =>
    box(230, 440, 360, 62, main, 6) +
    box(240, 452, 350, 38, paper) +
    box(230, 440, 300, 14, main, 5) +
    box(230, 488, 360, 14, main, 5) +
    box(215, 440, 40, 62, dark, 8) +
    box(260, 378, 330, 62, accent, 6) +
    box(275, 390, 320, 38, paper) +
    box(260, 378, 300, 12, accent) +
    box(260, 428, 330, 12, accent) +
    box(250, 378, 36, 62, accent, 8) +
    box(225, 322, 350, 56, light, 6) +
    box(240, 333, 340, 34, paper) +
    box(225, 322, 340, 11, light) +
    box(225, 367, 350, 11, light) +
    box(218, 322, 36, 56, light, 8) +
    turned(
      -16,
      400,
      250,
      box(300, 230, 230, 60, dark, 6) +
        box(310, 241, 224, 38, paper) +
        box(296, 230, 34, 60, dark, 8) +
        box(300, 230, 230, 11, dark) +
        box(300, 279, 230, 11, dark),
    ) +
    shape('M540 440h24v70l-12-14l-12 14Z', '#d9483b'),
  guitar: ({ main, dark, accent }) =>
    `<g transform="translate(64 66) scale(.84)">${turned(
      28,
      400,
      320,
      box(384, 20, 32, 250, darkWood) +
        shape('M374 -30H426L432 35H368Z', ink) +
        repeat(3, (i) => disc(360, -16 + i * 20, 8, steel) + disc(440, -16 + i * 20, 8, steel)) +
        shape(
          'M400 230C470 220 500 262 478 318C470 345 480 360 502 388C540 450 500 540 400 540C300 540 260 450 298 388C320 360 330 345 322 318C300 262 330 220 400 230Z',
          dark,
        ) +
        shape(
          'M400 240C460 232 486 268 466 316C458 346 468 366 490 394C522 450 488 526 400 526C312 526 278 450 310 394C332 366 342 346 334 316C314 268 340 232 400 240Z',
          main,
        ) +
        disc(400, 350, 46, accent) +
        disc(400, 350, 38, ink) +
        box(350, 452, 100, 18, ink, 4) +
        repeat(6, (i) => line(`M${386 + i * 5.6} 0V460`, '#f2ead8', 1.6)) +
        repeat(8, (i) => line(`M385 ${50 + i * 25}H415`, steel, 2)),
    )}</g>`,
  phone: ({ main, dark, light, accent }) =>
    turned(
      9,
      400,
      300,
      box(285, 70, 230, 460, ink, 36) +
        box(298, 86, 204, 428, main, 24) +
        shape('M298 360Q400 280 502 380V490Q502 514 478 514H322Q298 514 298 490Z', dark) +
        disc(440, 190, 38, light) +
        box(372, 98, 56, 14, ink, 7) +
        repeat(4, (i) => box(318 + i * 43, 455, 34, 34, i % 2 ? accent : paper, 9)),
    ),
  table: ({ main, dark }) =>
    shape('M190 300H610L690 350H110Z', main) +
    box(110, 350, 580, 26, dark, 4) +
    box(135, 376, 28, 150, dark) +
    box(637, 376, 28, 150, dark) +
    box(215, 376, 22, 90, dark) +
    box(563, 376, 22, 90, dark) +
    line('M240 318H500 M190 334H420', dark, 3),
  chair: ({ main, dark, light }) =>
    box(300, 110, 24, 300, dark, 8) +
    box(476, 110, 24, 300, dark, 8) +
    box(300, 120, 200, 50, main, 12) +
    repeat(4, (i) => box(340 + i * 36, 165, 12, 150, light, 5)) +
    shape('M290 320H510L540 380H260Z', main) +
    box(260, 380, 280, 22, dark, 6) +
    box(268, 400, 24, 140, dark, 6) +
    box(508, 400, 24, 140, dark, 6) +
    box(320, 400, 18, 90, dark, 4) +
    box(462, 400, 18, 90, dark, 4),
  coat: ({ main, dark, light }) =>
    line('M400 90Q400 60 425 60Q445 62 440 82', steel, 7) +
    shape(
      'M345 110L400 95L455 110L560 165L610 400L555 412L525 270L530 520H270L275 270L245 412L190 400L240 165Z',
      main,
    ) +
    shape('M345 110L400 230L455 110L430 103Q400 130 370 103Z', dark) +
    shape('M340 112L395 240L360 260L312 128Z', light) +
    shape('M460 112L405 240L440 260L488 128Z', light) +
    line('M400 240V518', dark, 4) +
    repeat(4, (i) => disc(418, 275 + i * 62, 9, ink)) +
    box(298, 380, 70, 14, dark, 4) +
    box(440, 380, 70, 14, dark, 4),
  shoe: ({ main, dark, light, accent }) =>
    shape(
      'M170 300Q190 270 250 262Q300 330 380 320L440 290Q520 370 610 390Q660 402 660 450H165Q150 370 170 300Z',
      main,
    ) +
    shape('M165 450H664Q668 490 640 492H190Q160 490 165 450Z', paper) +
    box(172, 466, 488, 8, accent) +
    shape('M170 300Q190 270 250 262Q275 300 310 316Q250 340 240 448H166Q150 370 170 300Z', dark) +
    shape('M560 374Q655 392 660 450H540Q530 400 560 374Z', light) +
    repeat(4, (i) => line(`M${392 + i * 34} ${330 + i * 14}L${426 + i * 34} ${300 + i * 19}`, paper, 9)) +
    shape('M270 440Q330 370 440 400Q360 400 330 445Z', accent),
  plant: ({ main, dark, light, accent }) =>
    repeat(7, (i) =>
      turned(
        -66 + i * 22,
        400,
        400,
        shape('M400 400Q350 260 400 130Q450 260 400 400Z', i % 2 ? '#3f8a4f' : '#56a862') +
          line('M400 390V170', '#2f6b3c', 3),
      ),
    ) +
    shape('M300 390H500L475 520H325Z', main) +
    box(288, 372, 224, 34, light, 8) +
    shape('M300 406H500L497 422H303Z', dark) +
    disc(400, 465, 18, accent),
  cup: ({ main, dark, light, accent }) =>
    oval(390, 500, 210, 30, dark) +
    oval(390, 490, 210, 28, light) +
    ring(545, 345, 60, dark, 26) +
    shape('M240 250H540L515 430Q500 480 450 482H330Q280 480 265 430Z', main) +
    oval(390, 250, 150, 30, light) +
    oval(390, 254, 130, 22, '#5b3a24') +
    line('M262 330Q390 370 518 330', accent, 14) +
    line(
      'M340 200Q320 170 345 140Q365 115 345 90 M420 200Q400 170 425 140Q445 115 425 90',
      'rgba(255,255,255,.7)',
      9,
    ),
  laptop: ({ main, dark, light, accent }) =>
    box(215, 120, 370, 260, ink, 16) +
    box(231, 136, 338, 226, main) +
    shape('M231 362V290L330 220L420 300L490 250L569 320V362Z', dark) +
    disc(500, 190, 28, light) +
    shape('M195 380H605L680 480H120Z', steel) +
    shape('M222 394H578L606 440H194Z', ink) +
    repeat(3, (i) => line(`M${214 - i * 6} ${406 + i * 13}H${586 + i * 6}`, '#565b66', 7)) +
    shape('M350 448H450L458 472H342Z', '#98a0ab') +
    box(120, 480, 560, 16, '#8b929d', 8) +
    disc(255, 160, 10, accent),
  camera: ({ main, dark, light, accent }) =>
    box(300, 150, 200, 80, dark, 18) +
    box(160, 205, 480, 280, ink, 34) +
    box(160, 260, 480, 150, main) +
    box(205, 182, 70, 30, steel, 8) +
    disc(400, 340, 128, steel) +
    disc(400, 340, 110, ink) +
    disc(400, 340, 74, '#31465e') +
    disc(400, 340, 40, '#152233') +
    disc(372, 312, 18, light) +
    box(345, 168, 110, 36, glass, 6) +
    disc(590, 235, 15, accent),
  pram: ({ main, dark, light }) =>
    wheel(290, 455, 62) +
    wheel(530, 455, 62) +
    line('M290 455L500 330 M530 455L330 330', steel, 12) +
    line('M570 320L660 215H700', ink, 14) +
    shape('M190 260H600Q590 380 480 385H310Q200 380 190 260Z', main) +
    shape('M190 262Q190 120 350 110Q365 180 360 262Z', dark) +
    line('M345 112Q290 160 285 260 M345 112Q240 150 230 260', light, 6) +
    box(186, 252, 418, 20, light, 10) +
    disc(440, 320, 20, light),
  tent: ({ main, dark, light, accent }) =>
    shape('M400 120L690 490H110Z', main) +
    shape('M400 120L690 490H520Z', dark) +
    shape('M400 120L480 490H290Z', light) +
    shape('M400 170L450 490H330Z', ink) +
    shape('M400 170Q340 330 270 490H330Z', accent) +
    line('M400 120L60 500 M400 120L740 500', paper, 4) +
    line('M400 120V90', ink, 8),
  skis: ({ main, dark, light, accent }) =>
    repeat(2, (i) =>
      turned(
        i ? 8 : -6,
        400,
        320,
        shape(
          `M${330 + i * 90} 540V110Q${330 + i * 90} 50 ${354 + i * 90} 40Q${378 + i * 90} 50 ${378 + i * 90} 110V540Z`,
          i ? dark : main,
        ) +
          box(342 + i * 90, 130, 24, 130, light, 8) +
          box(328 + i * 90, 300, 52, 90, ink, 10) +
          box(338 + i * 90, 320, 32, 20, accent, 4),
      ),
    ) +
    repeat(2, (i) =>
      turned(
        i ? 16 : -16,
        400,
        330,
        line(`M${240 + i * 320} 90V520`, ink, 8) +
          box(231 + i * 320, 80, 18, 70, accent, 8) +
          ring(240 + i * 320, 490, 22, ink, 6),
      ),
    ),
  wardrobe: ({ main, dark, light }) =>
    box(235, 60, 330, 450, dark, 8) +
    box(250, 80, 146, 330, main, 4) +
    box(404, 80, 146, 330, main, 4) +
    box(270, 104, 106, 282, light, 4) +
    box(424, 104, 106, 282, light, 4) +
    box(250, 420, 300, 72, main, 4) +
    box(380, 230, 8, 60, ink, 4) +
    box(412, 230, 8, 60, ink, 4) +
    box(350, 450, 100, 10, ink, 5) +
    box(222, 48, 356, 22, dark, 5) +
    box(250, 508, 26, 22, ink) +
    box(524, 508, 26, 22, ink),
  bookshelf: ({ main, dark, light, accent }) =>
    box(225, 60, 350, 460, dark, 6) +
    repeat(4, (row) => box(243, 78 + row * 110, 314, 94, '#3d3128')) +
    repeat(4, (row) =>
      repeat(row === 2 ? 6 : 9, (i) => {
        const height = 62 + ((i * 7 + row * 5) % 4) * 8
        const colour = [main, light, accent, paper, '#4c7a8f', '#a8483c'][(i * 2 + row) % 6] ?? main
        return box(250 + i * 33, 172 + row * 110 - height, 26, height, colour, 2)
      }),
    ) +
    oval(500, 372, 30, 20, accent) +
    box(488, 340, 24, 24, accent),
  fridge: ({ main, dark, light, accent }) =>
    box(280, 50, 240, 470, main, 26) +
    box(280, 205, 240, 8, dark) +
    box(300, 110, 14, 75, steel, 7) +
    box(300, 240, 14, 120, steel, 7) +
    box(490, 64, 16, 440, light, 8) +
    box(390, 90, 60, 44, paper) +
    disc(395, 94, 6, accent) +
    turned(
      -8,
      420,
      300,
      box(370, 260, 78, 98, paper) +
        line('M384 284H434 M384 304H434 M384 324H414', steel, 4) +
        disc(408, 264, 8, accent),
    ) +
    box(300, 518, 40, 16, ink) +
    box(460, 518, 40, 16, ink),
  washer: ({ main, dark, light, accent }) =>
    box(235, 110, 330, 410, paper, 14) +
    box(235, 110, 330, 80, light, 14) +
    box(260, 128, 110, 44, paper, 6) +
    disc(430, 150, 24, steel) +
    line('M430 150V132', ink, 5) +
    box(480, 136, 60, 28, ink, 4) +
    disc(400, 350, 125, steel) +
    disc(400, 350, 102, '#39485a') +
    shape('M300 350Q340 310 400 352Q460 390 502 350A102 102 0 0 1 298 350Z', main) +
    shape('M320 400Q370 350 420 400Q460 430 470 410Q440 452 400 452Q350 450 320 400Z', accent) +
    line('M340 300Q360 272 395 270', 'rgba(255,255,255,.6)', 9) +
    box(235, 500, 330, 20, dark, 4),
  drill: ({ main, dark, accent }) =>
    box(210, 190, 300, 120, main, 34) +
    shape('M250 290H360L330 460H240Z', dark) +
    box(205, 440, 175, 72, ink, 14) +
    box(505, 210, 60, 80, ink, 10) +
    shape('M565 222L610 236V264L565 278Z', steel) +
    line('M610 250H720', steel, 12) +
    line('M622 242L640 258 M646 242L664 258 M670 242L688 258', ink, 4) +
    box(360, 305, 22, 50, ink, 8) +
    repeat(4, (i) => box(235 + i * 22, 220, 10, 56, dark, 4)) +
    box(370, 225, 110, 40, accent, 8),
  kettle: ({ main, dark, light, accent }) =>
    line('M300 190Q400 60 510 190', ink, 24) +
    shape('M520 290Q590 270 615 190L660 200Q640 350 530 400Z', dark) +
    shape('M290 180H510Q570 400 545 490H255Q230 400 290 180Z', main) +
    shape('M310 200H350Q300 380 318 480H278Q262 380 310 200Z', light) +
    box(285, 165, 230, 28, dark, 12) +
    disc(400, 150, 20, accent) +
    box(250, 488, 300, 24, ink, 8),
  train: ({ main, dark, light, accent }) =>
    box(120, 490, 560, 12, steel) +
    repeat(9, (i) => box(135 + i * 62, 500, 34, 14, wood)) +
    box(180, 260, 160, 180, main, 10) +
    box(165, 240, 190, 28, dark, 8) +
    box(210, 290, 90, 70, glass, 8) +
    box(330, 320, 260, 120, accent, 30) +
    box(500, 230, 46, 95, ink, 6) +
    box(488, 215, 70, 24, dark, 6) +
    shape('M590 380L660 460H590Z', dark) +
    disc(420, 318, 26, light) +
    disc(592, 360, 18, '#f7d667') +
    tyre(230, 448, 46) +
    tyre(390, 460, 34) +
    tyre(490, 460, 34) +
    tyre(575, 460, 34) +
    line('M230 448H490', steel, 10),
  ball: ({ main }) => {
    const pentagon = (x: number, y: number, r: number, tilt: number) =>
      shape(
        `M${Array.from({ length: 5 }, (_, i) => {
          const angle = ((tilt + i * 72) * Math.PI) / 180
          return `${(x + r * Math.sin(angle)).toFixed(1)} ${(y - r * Math.cos(angle)).toFixed(1)}`
        }).join('L')}Z`,
        main,
      )
    return (
      disc(400, 330, 185, '#8d929b') +
      disc(396, 326, 181, paper) +
      pentagon(396, 326, 62, 0) +
      repeat(5, (i) =>
        turned(
          i * 72,
          396,
          326,
          line('M396 264V205 M396 205L340 178 M396 205L452 178', ink, 5) +
            shape('M340 178L362 150L430 150L452 178L396 205Z', main),
        ),
      )
    )
  },
  turntable: ({ main, dark, light, accent }) =>
    shape('M180 250H620L690 470H110Z', main) +
    box(110, 470, 580, 44, dark, 6) +
    oval(355, 360, 200, 88, ink) +
    oval(355, 360, 160, 70, '#3a3c44') +
    oval(355, 360, 120, 52, ink) +
    oval(355, 360, 62, 27, accent) +
    oval(355, 360, 7, 4, paper) +
    oval(590, 300, 34, 17, steel) +
    line('M590 296L600 400L470 420', light, 10) +
    box(446, 408, 40, 22, ink, 5) +
    disc(630, 440, 13, steel) +
    disc(590, 446, 9, accent),
  keyboard: ({ main, dark, light, accent }) =>
    shape('M150 260H650L710 480H90Z', dark) +
    shape('M150 246H650L710 464H90Z', main) +
    repeat(4, (row) =>
      repeat(12, (i) => {
        const width = 37 + row * 2.6
        const left = 400 - 6 * (width + 3.5)
        const colour =
          (row === 3 && i === 11) || (row === 0 && i === 0) ? accent : i % 11 === 0 ? light : paper
        return box(left + i * (width + 3.5), 262 + row * 38, width, 32, colour, 6)
      }),
    ) +
    box(255, 416, 290, 32, paper, 6) +
    box(130, 416, 110, 32, light, 6) +
    box(560, 416, 110, 32, light, 6),
  monitor: ({ main, dark, light, accent }) =>
    box(370, 420, 60, 80, steel) +
    box(290, 492, 220, 22, '#8b929d', 10) +
    box(140, 90, 520, 336, ink, 16) +
    box(156, 106, 488, 290, main) +
    shape('M156 396V310Q280 230 380 320Q480 400 644 260V396Z', dark) +
    disc(540, 180, 38, light) +
    box(190, 140, 150, 16, accent, 8) +
    box(190, 170, 100, 12, paper, 6) +
    disc(400, 412, 5, steel),
  rug: ({ main, dark, light, accent }) =>
    shape('M210 210H590L700 500H100Z', main) +
    shape('M235 232H565L655 478H145Z', light) +
    shape('M258 252H542L614 456H186Z', dark) +
    shape('M400 270L540 354L400 440L260 354Z', accent) +
    shape('M400 305L478 354L400 405L322 354Z', light) +
    repeat(22, (i) => line(`M${104 + i * 28.2} 502L${98 + i * 28.7} 526`, paper, 4)) +
    repeat(22, (i) => line(`M${214 + i * 17.8} 208L${218 + i * 17.4} 194`, paper, 3)),
  mirror: ({ main, dark, light }) =>
    oval(400, 290, 185, 240, dark) +
    oval(400, 290, 172, 227, main) +
    oval(400, 290, 142, 196, glass) +
    shape('M300 330L430 120Q470 130 490 160L330 420Q304 380 300 330Z', 'rgba(255,255,255,.55)') +
    shape('M370 450L515 210Q528 240 532 280L420 470Q392 470 370 450Z', 'rgba(255,255,255,.4)') +
    disc(400, 62, 26, light) +
    disc(400, 520, 22, light),
  car: ({ main, dark, accent }) =>
    shape(
      'M110 400Q110 330 190 318L270 305L340 215Q355 195 385 195H520Q550 195 570 215L630 300Q700 310 705 370V430Q705 450 685 450H130Q110 450 110 430Z',
      main,
    ) +
    shape('M300 305L355 230Q362 222 375 222H435V305Z', glass) +
    shape('M452 222H515Q535 222 548 236L598 305H452Z', glass) +
    box(110, 405, 595, 18, dark) +
    line('M443 312V400', dark, 4) +
    box(465, 335, 44, 9, dark, 4) +
    oval(125, 362, 15, 20, '#f9e08a') +
    box(688, 345, 18, 38, accent, 6) +
    tyre(230, 450, 62) +
    tyre(585, 450, 62),
  scooter: ({ main, dark, light, accent }) =>
    line('M520 130L580 430', main, 20) +
    line('M465 135H560Q575 135 570 120', ink, 18) +
    disc(562, 132, 10, accent) +
    box(190, 418, 330, 30, dark, 14) +
    line('M510 430Q545 430 560 385', main, 20) +
    box(215, 408, 240, 12, light, 6) +
    tyre(190, 460, 52) +
    tyre(588, 460, 52) +
    line('M140 410Q185 380 245 415', accent, 13),
  piano: ({ main, dark, light }) =>
    line('M230 360L570 520 M570 360L230 520', ink, 18) +
    box(110, 235, 580, 130, dark, 12) +
    box(110, 235, 580, 50, main, 12) +
    box(135, 250, 90, 18, ink, 4) +
    disc(590, 258, 11, light) +
    disc(625, 258, 11, light) +
    repeat(20, (i) => box(128 + i * 27.2, 290, 25, 72, paper, 2)) +
    repeat(19, (i) => ([2, 6].includes(i % 7) ? '' : box(145 + i * 27.2, 290, 17, 42, ink, 2))),
  watch: ({ main, dark, light, accent }) =>
    shape('M335 30H465L475 190H325Z', main) +
    shape('M325 410H475L465 570H335Z', main) +
    box(345, 30, 12, 540, dark) +
    box(443, 30, 12, 540, dark) +
    disc(400, 300, 150, steel) +
    disc(400, 300, 128, paper) +
    repeat(12, (i) => turned(i * 30, 400, 300, box(396, 182, 8, i % 3 ? 16 : 28, ink, 2))) +
    line('M400 300V215', ink, 10) +
    line('M400 300L460 330', ink, 10) +
    line('M400 320L380 200', accent, 4) +
    disc(400, 300, 11, accent) +
    box(548, 285, 24, 30, light, 6),
  backpack: ({ main, dark, light, accent }) =>
    line('M345 110Q345 60 400 60Q455 60 455 110', dark, 18) +
    box(205, 300, 90, 160, dark, 34) +
    box(505, 300, 90, 160, dark, 34) +
    shape('M250 240Q250 90 400 90Q550 90 550 240V480Q550 515 515 515H285Q250 515 250 480Z', main) +
    shape('M250 250Q250 90 400 90Q550 90 550 250Q400 300 250 250Z', light) +
    box(290, 330, 220, 150, dark, 24) +
    line('M300 372H500', accent, 8) +
    box(385, 260, 30, 60, ink, 6) +
    box(378, 290, 44, 26, steel, 6),
  headphones: ({ main, dark, light, accent }) =>
    line('M215 370Q200 110 400 110Q600 110 585 370', dark, 34) +
    line('M240 260Q270 140 400 138Q530 140 560 260', light, 10) +
    box(165, 320, 100, 180, main, 46) +
    box(535, 320, 100, 180, main, 46) +
    box(240, 335, 50, 150, ink, 24) +
    box(510, 335, 50, 150, ink, 24) +
    disc(205, 410, 22, accent) +
    disc(595, 410, 22, accent),
  console: ({ main, dark, light, accent }) =>
    shape(
      'M230 200Q400 170 570 200Q650 210 690 430Q700 500 640 500Q590 500 545 410H255Q210 500 160 500Q100 500 110 430Q150 210 230 200Z',
      main,
    ) +
    box(228, 272, 96, 30, ink, 6) +
    box(261, 239, 30, 96, ink, 6) +
    disc(525, 245, 21, accent) +
    disc(525, 331, 21, '#4a90c2') +
    disc(482, 288, 21, '#e2b23c') +
    disc(568, 288, 21, '#58a55c') +
    disc(325, 370, 42, dark) +
    disc(325, 370, 28, ink) +
    disc(475, 370, 42, dark) +
    disc(475, 370, 28, ink) +
    box(365, 240, 70, 44, light, 8) +
    box(235, 175, 90, 26, dark, 10) +
    box(475, 175, 90, 26, dark, 10),
  bed: ({ main, dark, light, accent }) =>
    box(120, 150, 40, 350, darkWood, 10) +
    box(120, 160, 560, 160, wood, 16) +
    box(640, 150, 40, 350, darkWood, 10) +
    box(150, 300, 500, 150, paper, 16) +
    box(185, 250, 190, 90, light, 30) +
    box(425, 250, 190, 90, light, 30) +
    shape('M140 350Q400 320 660 350V470H140Z', main) +
    shape('M140 350Q400 320 660 350V390Q400 360 140 390Z', accent) +
    box(120, 450, 560, 46, darkWood, 10) +
    line('M250 400V465 M400 396V465 M550 400V465', dark, 4),
  clock: ({ main, dark, light, accent }) =>
    disc(400, 300, 220, dark) +
    disc(400, 300, 205, main) +
    disc(400, 300, 172, paper) +
    repeat(12, (i) => turned(i * 30, 400, 300, box(394, 142, 12, i % 3 ? 20 : 38, ink, 3))) +
    line('M400 300L330 235', ink, 15) +
    line('M400 300L470 190', ink, 10) +
    line('M400 330L430 440', accent, 5) +
    disc(400, 300, 16, accent) +
    disc(400, 300, 6, light),
  racket: ({ main, dark, light, accent }) =>
    turned(
      32,
      400,
      300,
      `<g clip-path="url(#head)">${repeat(11, (i) => line(`M${280 + i * 24} 30V330`, paper, 3))}${repeat(13, (i) => line(`M270 ${30 + i * 24}H530`, paper, 3))}</g>` +
        `<clipPath id="head"><ellipse cx="400" cy="180" rx="112" ry="142"/></clipPath>` +
        `<ellipse cx="400" cy="180" rx="115" ry="145" fill="none" stroke="${main}" stroke-width="22"/>` +
        line('M352 310L392 400 M448 310L408 400', main, 18) +
        box(382, 390, 36, 190, ink, 12) +
        repeat(6, (i) => line(`M384 ${420 + i * 26}L416 ${410 + i * 26}`, dark, 5)) +
        box(378, 385, 44, 16, light, 6),
    ) +
    disc(590, 440, 56, accent) +
    line('M545 410Q595 430 580 494 M600 386Q590 430 644 450', paper, 6),
  boat: ({ main, dark, light, accent }) =>
    box(0, 400, 800, 200, '#5f9ab5') +
    line(
      'M40 470Q80 455 120 470T200 470 M560 520Q600 505 640 520T720 520 M250 560Q290 545 330 560T410 560',
      '#8fc0d4',
      8,
    ) +
    shape('M80 330Q400 400 720 330Q690 450 600 462H200Q110 450 80 330Z', main) +
    shape('M80 330Q400 400 720 330Q718 344 714 356Q400 425 86 356Z', dark) +
    box(280, 372, 90, 16, wood, 4) +
    box(440, 372, 90, 16, wood, 4) +
    line('M180 180L560 500', wood, 12) +
    turned(40, 560, 500, oval(575, 500, 60, 24, accent)) +
    turned(40, 180, 180, oval(165, 180, 56, 24, accent)) +
    line('M170 420H620', light, 6),
  game: ({ main, dark, light, accent }) =>
    shape('M150 300H560L620 470H90Z', main) +
    shape('M90 470H620V505H90Z', dark) +
    shape('M185 318H535L575 450H135Z', paper) +
    repeat(9, (i) =>
      box(
        200 + (i % 3) * 115 - Math.floor(i / 3) * 10,
        328 + Math.floor(i / 3) * 40,
        92,
        30,
        [light, accent, dark][i % 3] ?? main,
        5,
      ),
    ) +
    box(570, 250, 105, 105, paper, 18) +
    repeat(5, (i) => disc([595, 650, 622, 595, 650][i] ?? 0, [275, 275, 302, 330, 330][i] ?? 0, 10, ink)) +
    disc(280, 270, 26, accent) +
    shape('M245 350Q280 270 315 350Z', accent) +
    disc(390, 240, 26, dark) +
    shape('M355 320Q390 240 425 320Z', dark),
  dress: ({ main, dark, light, accent }) =>
    line('M400 70Q400 40 425 42Q440 46 436 60 M300 105L400 70L500 105', steel, 7) +
    shape('M325 95L350 90Q400 175 450 90L475 95L490 205L455 270L560 525H240L345 270L310 205Z', main) +
    shape('M345 262H455L460 290H340Z', accent) +
    line('M370 295L320 520 M400 295V522 M430 295L480 520', dark, 4) +
    repeat(14, (i) => disc(310 + ((i * 53) % 180), 350 + ((i * 37) % 160), 8, light)),
  mower: ({ main, dark, light, accent }) =>
    box(0, 470, 800, 130, '#78a958') +
    repeat(26, (i) => line(`M${20 + i * 31} 480L${26 + i * 31} ${452 + (i % 3) * 6}`, '#5d8c42', 5)) +
    line('M260 380L120 130H70', ink, 16) +
    shape('M250 360H560Q640 370 640 460H230Z', main) +
    box(330, 290, 180, 80, ink, 18) +
    box(360, 268, 120, 32, accent, 10) +
    line('M500 320L560 330', steel, 8) +
    shape('M250 370L150 350V450L235 460Z', dark) +
    box(260, 410, 370, 16, light) +
    tyre(290, 470, 46) +
    tyre(590, 470, 46),
  dumbbell: ({ main, dark, light }) =>
    turned(
      -10,
      400,
      340,
      box(220, 322, 360, 36, steel, 10) +
        repeat(10, (i) => line(`M${325 + i * 16} 326L${335 + i * 16} 354`, '#8b929d', 4)) +
        box(250, 220, 50, 240, main, 14) +
        box(195, 245, 50, 190, dark, 14) +
        box(500, 220, 50, 240, main, 14) +
        box(555, 245, 50, 190, dark, 14) +
        box(262, 236, 10, 208, light, 5) +
        box(512, 236, 10, 208, light, 5) +
        box(165, 320, 30, 40, ink, 8) +
        box(605, 320, 30, 40, ink, 8),
    ),
  teddy: ({ main, dark, light, accent }) =>
    disc(310, 130, 48, main) +
    disc(490, 130, 48, main) +
    disc(310, 130, 26, light) +
    disc(490, 130, 26, light) +
    oval(255, 370, 48, 84, dark) +
    oval(545, 370, 48, 84, dark) +
    oval(400, 410, 140, 130, main) +
    oval(400, 420, 86, 88, light) +
    disc(400, 205, 122, main) +
    oval(400, 240, 56, 44, light) +
    oval(400, 222, 20, 14, ink) +
    line('M400 236V256 M376 262Q400 280 424 262', ink, 6) +
    disc(355, 185, 12, ink) +
    disc(445, 185, 12, ink) +
    disc(290, 505, 54, dark) +
    disc(510, 505, 54, dark) +
    disc(290, 508, 28, light) +
    disc(510, 508, 28, light) +
    shape('M400 322L345 296V350Z M400 322L455 296V350Z', accent) +
    disc(400, 322, 13, accent),
  vase: ({ main, dark, light, accent }) =>
    repeat(5, (i) =>
      turned(
        -36 + i * 18,
        400,
        330,
        line('M400 330V130', '#4d8b4d', 7) +
          repeat(5, (p) => turned(p * 72, 400, 110, oval(400, 84, 17, 26, i % 2 ? accent : '#f3f0e6'))) +
          disc(400, 110, 15, '#e6b93c'),
      ),
    ) +
    shape('M355 260H445Q440 320 480 370Q530 450 455 520H345Q270 450 320 370Q360 320 355 260Z', main) +
    box(345, 250, 110, 20, light, 8) +
    line('M312 400Q400 430 488 400', dark, 10) +
    shape('M340 380Q310 440 345 495Q350 440 362 372Z', light),
  painting: ({ main, dark, light, accent }) =>
    box(150, 70, 500, 390, darkWood, 6) +
    box(170, 90, 460, 350, '#d9b774') +
    box(196, 116, 408, 298, light) +
    disc(500, 190, 44, accent) +
    shape('M196 330L300 200L380 300L450 240L604 360V414H196Z', main) +
    shape('M196 370Q330 330 440 372Q540 400 604 366V414H196Z', dark) +
    shape('M270 372L286 330L302 372Z M310 380L330 322L350 380Z', '#2f5d45'),
  hammer: ({ main, dark, light }) =>
    turned(
      38,
      400,
      300,
      box(376, 150, 48, 400, wood, 18) +
        box(372, 400, 56, 150, main, 20) +
        box(300, 80, 210, 90, '#6d7682', 12) +
        box(270, 92, 40, 66, steel, 8) +
        shape('M505 84Q590 90 620 170Q560 130 505 150Z', '#6d7682') +
        repeat(4, (i) => line(`M378 ${430 + i * 28}H422`, dark, 6)) +
        box(310, 92, 180, 10, light, 5),
    ),
  aquarium: ({ accent, main, dark }) =>
    box(140, 130, 520, 360, '#9fd4e2', 10) +
    box(130, 110, 540, 36, ink, 10) +
    shape('M140 430Q260 400 400 432T660 424V480Q660 490 650 490H150Q140 490 140 480Z', '#d9bf8c') +
    repeat(4, (i) =>
      line(
        `M${200 + i * 24} 440Q${180 + i * 24} 390 ${204 + i * 24} 340T${196 + i * 24} ${260 + i * 18}`,
        '#3f8a4f',
        12,
      ),
    ) +
    oval(450, 260, 64, 36, main) +
    shape('M505 260L560 222V298Z', main) +
    disc(418, 252, 8, ink) +
    oval(340, 360, 40, 22, accent) +
    shape('M374 360L408 338V382Z', accent) +
    disc(320, 356, 5, ink) +
    oval(560, 390, 36, 20, dark) +
    shape('M530 390L500 372V408Z', dark) +
    repeat(4, (i) => ring(590 + (i % 2) * 20, 300 - i * 36, 8 + i, paper, 3)) +
    box(130, 482, 540, 18, ink, 6),
  mixer: ({ main, dark, light }) =>
    box(180, 470, 440, 44, dark, 18) +
    shape('M500 480H600V230H510Z', main) +
    box(230, 150, 380, 110, main, 54) +
    box(250, 166, 220, 14, light, 7) +
    box(290, 255, 34, 40, steel) +
    line('M307 295Q260 350 300 390Q340 350 307 295V390', steel, 7) +
    shape('M200 330H420Q420 460 350 470H270Q200 460 200 330Z', '#d5dae0') +
    box(192, 320, 236, 18, steel, 8) +
    disc(560, 205, 20, ink),
} satisfies Record<string, (paint: Paint) => string>
