import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogues } from './vite/catalogues.ts'
import { compileHints } from './vite/compile-hints.ts'
import { firstFiles } from './vite/first-files.ts'
import { firstFrames } from './vite/first-frames.ts'
import { leanContract } from './vite/lean-contract.ts'
import { notices } from './vite/notices.ts'
import { precompress } from './vite/precompress.ts'
import { relativeUrls } from './vite/relative-urls.ts'
import { retryLazyLoads } from './vite/retry-lazy-loads.ts'
import { serviceWorker } from './vite/service-worker.ts'
import { trimPreloads } from './vite/trim-preloads.ts'

/**
 * One file instead of many: each costs the page a round trip, and a browser on plain HTTP requests six at a time. The modules of a file are needed by the same pages: grouping the overlays too would put 61 kB on the first page.
 */
const groups = [
  // What others made: together it compresses better.
  {
    name: 'vendor',
    test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store|react-query|query-core))[\\/]/,
    priority: 30,
  },
  // The shell is grouped with everything it imports at once: one file instead of twenty small ones.
  {
    name: 'shell',
    test: /packages[\\/](web[\\/]src[\\/](app[\\/]router|ui[\\/]page|lib[\\/]i18n)|contract[\\/]src[\\/]works)\.tsx?$/,
    priority: 10,
  },
  // The queries of many pages are some lines each.
  {
    name: 'calls',
    test: /packages[\\/](contract[\\/]src[\\/](auth|users|about)|web[\\/]src[\\/]domain[\\/]about-query)\.ts$/,
    priority: 6,
  },
  {
    name: 'cards',
    test: /features[\\/]works[\\/]work-card\.tsx$|IconAdjustmentsHorizontal/,
    priority: 5,
  },
  // These are drawings of some 200 bytes that the navigation and several pages have; others are of menus and bars that open later.
  {
    name: 'icons',
    test: /Icon(AlertCircle|Chevron(Down|Left|Right)|CircleCheck|Heart|MoodEmpty|Pencil|Playlist|Plus|Quote|PlayerPlayFilled|StarFilled)\.mjs$/,
    priority: 7,
  },
  // What lists and links of works know of their filters: one file instead of five of some lines.
  {
    name: 'filters',
    test: /features[\\/]works[\\/](random-seed|works-query|head-entity|grid\.rules|active-filter\.rules|filters[\\/](change-filter|entities-query))\.ts$/,
    priority: 4,
  },
  // State of the player, history and favorites on home pages and work pages.
  {
    name: 'listening',
    test: /player[\\/](player-actions|player-store|playable-track|player-settings)\.ts$|queue\.rules\.ts$|IconPlayerPauseFilled|IconHeartFilled|features[\\/]works[\\/](player-items\.ts|favorite[\\/]favorite-button\.tsx)$|(domain[\\/](progress-query|favorites-store)|lib[\\/]use-is-near-viewport)\.ts$/,
    priority: 4,
  },
  // What home pages have at once, and pages of works a moment later: rows of works, and why each is there.
  {
    name: 'rows',
    test: /features[\\/]works[\\/](similar[\\/]similar-works|work-row)\.tsx$/,
    priority: 4,
  },
  // What pages of works and lists of names know of their numbers and languages.
  {
    name: 'numbers',
    test: /contract[\\/]src[\\/]field-lists\.ts$|filters[\\/]language-names\.ts$/,
    priority: 4,
  },
  // Parts with messages of their own share this module with the player bar, which would otherwise include it.
  {
    name: 'words',
    test: /packages[\\/]web[\\/]src[\\/]((lib|domain)[\\/](?!list-layout|share|backup|audit|setup|sign-in|app)[\w-]*-words|domain[\\/](content-settings|request-login|command-dialog))\.ts$|lib[\\/](while-visible|limit-error-text)\.ts$|features[\\/]announcements[\\/]announcements-query\.ts$|contract[\\/]src[\\/](favorites|progress)\.ts$|Icon(Bell|History|InfoCircle|Login2|Shield|Speakerphone|User)\.mjs$/,
    priority: 6,
  },
  // What a page without a single work has, and what follows a scan.
  {
    name: 'welcome',
    test: /features[\\/](scan[\\/](scan-progress|awaited-scan)|welcome[\\/](empty-list-reason|setup-prompt))\.tsx?$|ui[\\/]progress-bar\.tsx$|pages[\\/]empty-work-list\.tsx$/,
    priority: 3,
  },
  // What lists that are scrolled leave for later. It would bring along what every page has a moment later.
  { name: 'idle', test: /web[\\/]src[\\/]lib[\\/](use-is-complete|when-idle)\.ts$/, priority: 4 },
  // Pages that copy would load the overlays with it.
  { name: 'copy', test: /web[\\/]src[\\/]lib[\\/]copy-text\.ts$/, priority: 4 },
  { name: 'choices', test: /web[\\/]src[\\/]ui[\\/]choices\.tsx$/, priority: 4 },
  // What home pages and one other page have: lines of rankings and of announcements.
  {
    name: 'lines',
    test: /features[\\/](works[\\/]ranked(-list|\.rules)|announcements[\\/]announcement-line)\.tsx?$/,
    priority: 3,
  },
  {
    name: 'home-section',
    test: /features[\\/]home[\\/]home-section\.tsx$|domain[\\/]last-home\.ts$/,
    priority: 5,
  },
  // What every page has a moment later.
  {
    name: 'late',
    test: /packages[\\/]web[\\/]src[\\/]app[\\/](deferred-nav|overlays)\.tsx$/,
    priority: 3.5,
  },
  {
    name: 'player-bar',
    test: /packages[\\/]web[\\/]src[\\/]player[\\/]player-bar\.tsx$/,
    priority: 3,
  },
  {
    name: 'fields',
    test: /packages[\\/]web[\\/]src[\\/](ui[\\/]field|lib[\\/]validation)\.tsx?$|node_modules[\\/](react-hook-form|@hookform)[\\/]/,
    priority: 4,
  },
]

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    catalogues(),
    leanContract(),
    relativeUrls(),
    trimPreloads(),
    retryLazyLoads(),
    firstFiles(),
    firstFrames(),
    compileHints(),
    serviceWorker(),
    notices(),
    precompress(),
  ],
  server: { proxy: { '/api': process.env.KOEDANA_API ?? 'http://127.0.0.1:8330' } },
  build: {
    target: 'baseline-widely-available',
    // Browsers with `light-dark()`: rewritten, a part of a page could not show the other theme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: true,
    // Every browser of the target has it built in.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Reading a schema's entries does nothing: shapes that no call needs are left out with what reads them.
      treeshake: { propertyReadSideEffects: false, manualPureFunctions: ['v'] },
      // Names of chunks stand in the first load. Lower case compresses better, and no disk takes two of them for one.
      output: { codeSplitting: { groups }, hashCharacters: 'base36', chunkFileNames: 'assets/[hash:7].js' },
    },
  },
})
