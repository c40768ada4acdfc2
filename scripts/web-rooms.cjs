/** Import rules between the folders of the web client, for dependency-cruiser. */

const web = '^packages/web/src'
const test = '(\\.test\\.tsx?$|/testing/)'

/** Each folder with the folders that it must not import, and the reason. */
const rooms = [
  [
    'web-app-on-top',
    'Pages, features and below never reach up.',
    '(pages|features|player|ui|domain|lib)',
    '(app|main)',
  ],
  ['web-pages-compose', 'Nothing below imports a page.', '(features|player|ui|domain|lib)', 'pages/'],
  ['web-player-below', 'The player knows ui, domain and lib.', 'player', 'features/'],
  ['web-ui-knows-no-works', 'ui is about form alone.', 'ui', '(features|player|domain)/'],
  [
    'web-domain-beneath-features',
    'What features share of the subject (who is here, what they chose, the API as they call it) draws nothing.',
    'domain',
    '(features|player|ui)/',
  ],
  [
    'web-lib-at-the-bottom',
    'lib carries everything else, and knows nothing of who is here.',
    'lib',
    '(features|player|ui|domain)/',
  ],
]

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

exports.webRooms = [
  ...rooms.map(([name, comment, room, others]) =>
    forbid(name, comment, { path: `${web}/${room}/`, pathNot: test }, { path: `${web}/${others}` }),
  ),
  forbid(
    'web-features-apart',
    'Features never import each other.',
    { path: `${web}/features/([^/]+)/` },
    { path: `${web}/features/`, pathNot: `${web}/features/$1/` },
  ),
  forbid(
    'engine-without-react',
    'The player engine has no React, and reaches the page through its ports alone.',
    { path: `${web}/player/engine/` },
    {
      path: '^(node_modules/(react|react-dom|@tanstack/react-|zustand)|packages/web/src/(?!player/engine/))',
    },
  ),
]
