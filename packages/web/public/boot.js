// Runs before the first paint, so that no page flashes in the wrong theme; lib/settings.ts reads the same keys.
// The build says here where the words of each language are, and what somebody's own home page has beyond a visitor's.
const files = { words: {}, homeWords: [], ownHome: [] }
try {
  const root = document.documentElement
  const path = root.dataset.path || ''
  root.dataset.theme = localStorage.getItem('theme') || 'auto'
  root.lang = localStorage.getItem('locale') || 'zh-CN'
  // Whoever has them sees other works than any visitor, or sees them otherwise. The server reads it with the next page.
  const isOwn = ['auth.token', 'choices', 'density', 'cardWidth'].some((key) => localStorage.getItem(key))
  const first = isOwn ? 'own' : root.lang
  root.dataset.first = first
  // biome-ignore lint/suspicious/noDocumentCookie: there is no other way on plain HTTP
  document.cookie = `first=${first};path=${path}/;max-age=31536000;samesite=lax`
  paintBars()
  new MutationObserver(paintBars).observe(root, { attributeFilter: ['data-theme'] })
  // They are on their way while the code that asks for them is; the covers come before them.
  const isHome = location.pathname === `${path}/`
  const wanted = [
    files.words[root.lang],
    ...(isHome ? files.homeWords.map((words) => words[root.lang]) : []),
    ...(isHome && localStorage.getItem('auth.token') ? files.ownHome : []),
  ]
  for (const file of wanted.filter(Boolean)) {
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'modulepreload',
        href: path + file,
        crossOrigin: '',
        fetchPriority: 'low',
      }),
    )
  }
} catch {
  // Storage may be forbidden; the defaults stand.
}

const { program } = document.documentElement.dataset
if (program) addEventListener('DOMContentLoaded', () => void afterCover().then(() => import(program)))

// A page that came with covers begins its program once the first is painted: both take the same processor. It waits for no
// cover that nobody sees, and not for long for one that does not come.
async function afterCover() {
  const cover = document.querySelector('.boot img')
  if (!cover?.checkVisibility() || document.hidden) return
  const late = new Promise((resolve) => setTimeout(resolve, 1_000))
  await Promise.race([late, cover.decode().catch(() => {})])
  await Promise.race([late, new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))])
}

// The bars of the system around an installed app follow the theme that was chosen here, if one was.
function paintBars() {
  const { theme } = document.documentElement.dataset
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const isDark = theme === 'auto' ? meta.media.includes('dark') : theme === 'dark'
    meta.content = isDark ? '#0e1217' : '#f5f8fa'
  }
}
