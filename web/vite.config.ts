import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { inLanguage } from './language.ts'
import { firstPage, preloadApp } from './preload.ts'
import { themeAsStyles } from './theme-styles.ts'

const at = (file: string) => path.join(import.meta.dirname, file)
const storefront = firstPage(at('storefront/main.tsx'), at('storefront/app.tsx'))
/** Libraries that every app begins with. */
const libraries = /node_modules\/(react|react-dom|scheduler|@tanstack)\//
/** What the other apps have no use for. */
const ofStorefront =
  /\/web\/storefront\/|\/web\/texts\/(\w+\/)?(storefront|posts|conditions)|\/client\/.*marketplace/
const server = process.env.PLAZA_URL ?? 'http://localhost:3000'

/** Three apps, one build: what they share is fetched once. `npx vite web` serves them for development, in PLAZA_LANGUAGE. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    inLanguage(process.env.PLAZA_LANGUAGE ?? 'en'),
    themeAsStyles(),
    react(),
    storefront.plugin,
    preloadApp(at('storefront/app.tsx')),
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
      },
      output: {
        codeSplitting: {
          // Few files instead of two dozen small ones that wait for their turn on a slow line.
          groups: [
            { name: 'libraries', test: libraries, priority: 2 },
            { name: 'start', test: (id) => storefront.isEarly(id) || id.includes('rolldown/runtime'), priority: 3 },
            { name: 'ui', test: (id) => storefront.isNext(id) && !ofStorefront.test(id), priority: 1 },
            { name: 'first-page', test: storefront.isNext },
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
