// Runs before the first paint, so that no page flashes in the wrong theme; lib/settings.ts reads the same keys.
// The build says here where the words of each language are.
const catalogues = {}
try {
  const root = document.documentElement
  root.dataset.theme = localStorage.getItem('theme') || 'auto'
  root.lang = localStorage.getItem('locale') || 'zh-CN'
  paintBars()
  new MutationObserver(paintBars).observe(root, { attributeFilter: ['data-theme'] })
  const words = catalogues[root.lang]
  // They are on their way while the code that asks for them is.
  if (words) {
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'modulepreload',
        href: (root.dataset.path || '') + words,
        crossOrigin: '',
      }),
    )
  }
} catch {
  // Storage may be forbidden; the defaults stand.
}

// The bars of the system around an installed app follow the theme that was chosen here, if one was.
function paintBars() {
  const { theme } = document.documentElement.dataset
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const isDark = theme === 'auto' ? meta.media.includes('dark') : theme === 'dark'
    meta.content = isDark ? '#0e1217' : '#f5f8fa'
  }
}
