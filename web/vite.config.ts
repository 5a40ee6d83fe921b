import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { appsApart } from './apart.ts'
import { installable } from './installable.ts'
import { inLanguage, nameIn } from './language.ts'
import { firstPages, preloadApp } from './preload.ts'
import { themeAsStyles } from './theme-styles.ts'

const at = (file: string) => path.join(import.meta.dirname, file)
const storefront = firstPages(
  at('storefront/main.tsx'),
  at('storefront/app.tsx'),
  at('storefront/posts/listing/listing.tsx'),
  at('ui/themed.tsx'),
)
const wellness = firstPages(
  at('wellness/main.tsx'),
  at('wellness/app.tsx'),
  at('wellness/accounts/sign-in-page.tsx'),
)
/** Libraries that every app begins with. */
const libraries =
  /node_modules\/((react|react-dom|scheduler|@tanstack)\/|@tabler\/icons-react\/dist\/esm\/(createReact|default|icons\/Icon(Bell|User)\.))/
/**
 * What nearly every page but the storefront's first one uses of the component library; and what fields have in common with menus,
 * or they would bring these along.
 */
const components =
  /@mantine\/(core\/esm\/(core\/|components\/((UnstyledButton|VisuallyHidden|Button|ActionIcon|Title|Text|Anchor|Badge|Alert|CloseButton|Loader|Transition|Skeleton|Group|Stack)\/|\w+\/(AccordionChevron|CheckIcon|RadioIcon)\.))|hooks\/esm\/use-(merged-ref|resize-observer|uncontrolled)\/)/
const isShared = (id: string) => id.includes('/web/ui/')
// A group takes along whatever its modules import. So what one app shares with another has a group before those of that app, or
// the other would load that app as well.
const icons = (names: string) => new RegExp(`@tabler/icons-react/dist/esm/icons/Icon(${names})\\.`)
const firstIcons = icons('ChevronDown|CirclePlus|Heart|HeartFilled|Home|MapPin|Messages|Refresh|Search')
/** What the console has of the marketplace, and of the wellness app: its client and what needs it, and its words. */
const ofMarketplace =
  /\/client\/.*marketplace|\/web\/ui\/upload\.ts|\/web\/texts\/(\w+\/)?(storefront|conditions)\.ts/
const ofWellness = /\/client\/.*wellness|\/web\/texts\/(\w+\/)?(goals|wellness|recordings)\.ts/
/** What the wellness app has no use for. */
const isOfStorefront = (id: string) => id.includes('/web/storefront/') || ofMarketplace.test(id)
/** What is kept in the browser, and live events. */
const kept = /\/node_modules\/idb-keyval\/|\/client\/stream\.ts|\/Icon(History|Leaf|Target)\./
const listingIcons = icons(
  'ArrowBarToUp|ChartBar|ChevronLeft|ChevronRight|CircleX|DotsVertical|Flag|FolderPlus|Maximize|MessageCircle|Pencil|RefreshOff|RosetteDiscountCheckFilled|Share2|Star|StarFilled|Tag|Trash',
)
const menus =
  /@floating-ui\/|@mantine\/(core\/esm\/(components\/(Menu|Popover)|utils\/Floating)|hooks\/esm\/use-(click-outside|focus-trap|long-press))\//
const fields =
  /@mantine\/(form|core\/esm\/(components\/(Accordion|Checkbox|Chip|FileButton|Radio|Textarea)|utils\/(InlineInput|InputsGroupFieldset)))\//
const language = process.env.PLAZA_LANGUAGE ?? 'en'
/** Their addresses say what they work for, and stay, or browsers would keep the old ones. */
const workers = ['push-worker', 'wellness-worker']
const icon = (name: string) => at(`wellness/icons/${name}.png`)
const server = process.env.PLAZA_URL ?? 'http://localhost:3000'

/** Three apps, one build: what they share is fetched once. `npx vite web` serves them for development, in PLAZA_LANGUAGE. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    inLanguage(language),
    themeAsStyles(),
    react(),
    storefront.plugin,
    wellness.plugin,
    preloadApp(at('storefront/app.tsx'), at('wellness/app.tsx')),
    appsApart(),
    installable({
      document: at('wellness/index.html'),
      worker: at('wellness/offline/worker.ts'),
      ...nameIn(language),
      language,
      start: '/wellness',
      color: '#0b7a6f',
      background: '#fbfaf7',
      icons: [
        { file: icon('wellness-180'), size: 180 },
        { file: icon('wellness-192'), size: 192 },
        { file: icon('wellness-512'), size: 512 },
        { file: icon('wellness-maskable-512'), size: 512, isMaskable: true },
      ],
    }),
  ],
  // React has had this for years; the libraries bring it along for those that have not.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    outDir: at('dist'),
    emptyOutDir: true,
    target: 'es2023',
    // light-dark() and nesting as they are: every browser since the middle of 2024 has them.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        storefront: at('storefront/index.html'),
        wellness: at('wellness/index.html'),
        admin: at('admin/index.html'),
        'push-worker': at('storefront/push-worker.ts'),
        'wellness-worker': at('wellness/offline/worker.ts'),
      },
      output: {
        entryFileNames: ({ name }) => (workers.includes(name) ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          // Few files instead of two dozen small ones that wait for their turn on a slow line.
          groups: [
            { name: 'start', test: (id) => storefront.isEarly(id) && !isOfStorefront(id), priority: 6 },
            { name: 'storefront-start', test: storefront.isEarly, priority: 5 },
            { name: 'libraries', test: libraries, priority: 5 },
            {
              name: 'ui',
              test: (id) => firstIcons.test(id) || (storefront.isNext(id) && !isOfStorefront(id)),
              priority: 4,
            },
            { name: 'marketplace', test: ofMarketplace, priority: 4 },
            { name: 'first-page', test: storefront.isNext, priority: 3 },
            {
              name: 'components',
              test: (id) => components.test(id) || (storefront.isLater(id) && isShared(id)),
              priority: 2,
            },
            { name: 'forms', test: (id) => wellness.isLater(id) && isShared(id), priority: 1 },
            {
              name: 'kept',
              test: (id) => kept.test(id) || (wellness.isNext(id) && isShared(id)),
              priority: 1,
            },
            { name: 'wellness-client', test: ofWellness, priority: 1 },
            { name: 'icons', test: listingIcons, priority: 1 },
            { name: 'menus', test: menus, priority: 1 },
            { name: 'fields', test: fields, priority: 1 },
            {
              name: 'words',
              test: (id) => storefront.isLater(id) && id.includes('/web/texts/'),
              priority: 1,
            },
            { name: 'listing-parts', test: (id) => storefront.isLater(id) && !id.endsWith('/listing.tsx') },
            { name: 'wellness-parts', test: (id) => wellness.isNext(id) && !isShared(id) },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/wellness-app', '/media', '/files', '/outbox'].map((prefix) => [prefix, server]),
    ),
  },
})
