// Runs before the first paint, so that no page flashes in the wrong theme; lib/settings.ts reads the same keys.
// The build says here where the words of each language are.
const catalogues = {}
try {
  const root = document.documentElement
  root.dataset.theme = localStorage.getItem('theme') || 'auto'
  root.lang = localStorage.getItem('locale') || 'zh-CN'
  const words = catalogues[root.lang]
  // They are on their way while the code that asks for them is.
  if (words) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href: words, crossOrigin: '' }),
    )
  }
} catch {
  // Storage may be forbidden; the defaults stand.
}
