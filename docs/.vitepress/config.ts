/** The documentation as a site. The pages are plain Markdown and are read in the repository as well. */
import { defineConfig } from 'vitepress'

export default defineConfig({
  title: 'Koedana 声棚',
  description: 'A self-hosted library and catalog for audio drama works',
  cleanUrls: true,
  srcExclude: ['adr/**'],
  rewrites: { 'README.md': 'index.md' },
  // These lead out of docs/ into the repository; a test of the project checks them.
  ignoreDeadLinks: [/^(\.\/)*\.\.\//, /openapi/, /adr/],
  themeConfig: {
    search: { provider: 'local' },
    sidebar: [
      {
        text: 'Start',
        items: [
          { text: 'Getting started', link: '/getting-started' },
          { text: 'Install', link: '/install' },
          { text: 'Migrate', link: '/migrate' },
        ],
      },
      {
        text: 'Use',
        items: [
          { text: 'Listening', link: '/listening' },
          { text: 'Apps', link: '/apps' },
          { text: 'Your data', link: '/own-data' },
        ],
      },
      {
        text: 'Administer',
        items: [
          { text: 'Settings', link: '/configure' },
          { text: 'Storage and drives', link: '/storage' },
          { text: 'Metadata', link: '/metadata' },
          { text: 'Users and access', link: '/users' },
          { text: 'Sign-in', link: '/sign-in' },
          { text: 'Reverse proxy and HTTPS', link: '/reverse-proxy' },
          { text: 'Operate', link: '/operate' },
          { text: 'Troubleshooting', link: '/troubleshooting' },
          { text: 'Scale', link: '/scale' },
          { text: 'Privacy', link: '/privacy' },
        ],
      },
      {
        text: 'Develop',
        items: [
          { text: 'API', link: '/api' },
          { text: 'API reference', link: '/api-reference' },
          { text: 'Catalog file format', link: '/catalog-files' },
          { text: 'Testing', link: '/testing' },
          { text: 'Glossary', link: '/glossary' },
        ],
      },
    ],
  },
  locales: {
    root: { label: 'English', lang: 'en-US' },
    'zh-CN': { label: '简体中文', lang: 'zh-CN', link: '/zh-CN/getting-started' },
    ja: { label: '日本語', lang: 'ja-JP', link: '/ja/getting-started' },
  },
})
