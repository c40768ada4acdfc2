import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { belowPath } from './vite/below-path.ts'
import { catalogues } from './vite/catalogues.ts'
import { firstFiles } from './vite/first-files.ts'
import { firstFrames } from './vite/first-frames.ts'
import { leanContract } from './vite/lean-contract.ts'
import { loadAhead } from './vite/load-ahead.ts'
import { precompress } from './vite/precompress.ts'
import { serviceWorker } from './vite/service-worker.ts'

/** Only what every page needs is grouped: grouping the overlays too would put 61 kB on the first page. */
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
  // What many pages ask of the server: some lines each.
  {
    name: 'calls',
    test: /packages[\\/](contract[\\/]src[\\/](auth|users|system)|web[\\/]src[\\/]domain[\\/]about-query)\.ts$/,
    priority: 6,
  },
  {
    name: 'works',
    test: /packages[\\/]web[\\/]src[\\/]features[\\/]works[\\/]work-card\.tsx$|IconAdjustmentsHorizontal/,
    priority: 5,
  },
  // What lists and links of works know of their filters: one file instead of five of some lines.
  {
    name: 'filters',
    test: /features[\\/]works[\\/](seed|works-query|head-entity|filters[\\/](change-filter|entities-query))\.ts$/,
    priority: 4,
  },
  // What pages know of the player and of what somebody has heard, apart from the bar: one file instead of many small ones.
  {
    name: 'player',
    test: /player[\\/](player-acts|player-store|playable-track|player-settings)\.ts$|(name-language|queue)\.rules\.ts$|IconPlayer(Play|Pause)Filled|features[\\/]works[\\/]player-items\.ts$|domain[\\/]progress-query\.ts$/,
    priority: 4,
  },
  // Whatever has words of its own shares it with the bar of the player, which would take it along.
  {
    name: 'words',
    test: /packages[\\/]web[\\/]src[\\/]((lib|domain)[\\/](?!canvas|share|backup|audit|setup|sign-in|app)[\w-]*-words|domain[\\/](content-settings|login-first|commanding))\.ts$/,
    priority: 6,
  },
  // What a home page has of others: four files instead of twenty.
  {
    name: 'live',
    test: /features[\\/]scan[\\/](arrivals|awaited-scan)\.tsx?$|ui[\\/]progress-bar\.tsx$/,
    priority: 5,
  },
  { name: 'news', test: /features[\\/]announcements[\\/]announcement-line\.tsx$/, priority: 1 },
  { name: 'announcements', test: /features[\\/]announcements[\\/]announcements-query\.ts$/, priority: 5 },
  {
    name: 'welcome',
    test: /features[\\/]welcome[\\/](nothing-here|setup-call)\.tsx$|pages[\\/]nothing-yet\.tsx$/,
    priority: 1,
  },
  { name: 'similar', test: /features[\\/]works[\\/]similar[\\/]similar-works\.tsx$/, priority: 1 },
  { name: 'marks', test: /features[\\/]works[\\/]marks[\\/]mark-query\.ts$/, priority: 1 },
  { name: 'choices', test: /ui[\\/]choices\.tsx$/, priority: 1 },
  { name: 'ranked', test: /features[\\/]works[\\/]ranked(-list|\.rules)\.tsx?$/, priority: 1 },
  {
    name: 'home-section',
    test: /features[\\/]home[\\/]home-section\.tsx$|domain[\\/]last-home\.ts$/,
    priority: 1,
  },
  { name: 'home', test: /pages[\\/]home-(member|visitor|news)\.tsx$/, priority: 0 },
  // A drawing of some 200 bytes that several pages have; the others are of menus and bars that open later.
  {
    name: 'icons',
    test: /icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]Icon(?!Books|UserShield|FolderSearch|Copy|PlaylistAdd|PlayerPauseFilled|PlayerPlay\.|HeartFilled|Refresh\.|CircleMinus|EyeOff|Sparkles|Trash|PlayerStop)/,
    minShareCount: 6,
    priority: 7,
  },
  // They are in the navigation and on some pages.
  {
    name: 'place-icons',
    test: /Icon(Bell|History|InfoCircle|Login2|Playlist|Quote|Shield|User)\.mjs$/,
    priority: 6,
  },
  // What every page has a moment later.
  { name: 'late', test: /packages[\\/]web[\\/]src[\\/]app[\\/](late-places|overlays)\.tsx$/, priority: 3.5 },
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
    belowPath(),
    loadAhead(),
    firstFiles(),
    firstFrames(),
    serviceWorker(),
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
