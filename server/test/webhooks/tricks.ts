/** Returns an IPv4 address in every notation that some program accepts. */
function notations(address: string): string[] {
  const parts = address.split('.').map(Number) as [number, number, number, number]
  const [a, b, c, d] = parts
  const number = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
  const hex = (value: number, digits = 1) => value.toString(16).padStart(digits, '0')
  const groups = `${hex((a << 8) | b)}:${hex((c << 8) | d)}`
  const inverted = `${hex(((a << 8) | b) ^ 0xffff)}:${hex(((c << 8) | d) ^ 0xffff)}`
  const wide = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  return [
    address,
    `${address}.`,
    String(number),
    `0x${hex(number)}`,
    `0X${hex(number).toUpperCase()}`,
    `0${number.toString(8)}`,
    parts.map((part) => `0x${hex(part)}`).join('.'),
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    parts.map((part) => `000${part.toString(8)}`).join('.'),
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${a}.${b}.${(c << 8) | d}`,
    `0x${hex(a)}.0${b.toString(8)}.${c}.${d}`,
    wide(address),
    address.replaceAll('.', '。'),
    address.replaceAll('.', '．'),
    [...address].map((char) => `%${hex(char.charCodeAt(0))}`).join(''),
    address.replace(/^(\d)/, '$1\u00ad'),
    `[::ffff:${address}]`,
    `[::ffff:${groups}]`,
    `[0:0:0:0:0:ffff:${groups}]`,
    `[::${address}]`,
    `[64:ff9b::${groups}]`,
    `[64:ff9b:1::${groups}]`,
    `[2002:${groups}::1]`,
    `[2001:0:4136:e378:8000:63bf:${inverted}]`,
    `[2600:1f18::5efe:${groups}]`,
    `[fe80::200:5efe:${groups}]`,
    `[::ffff:0:${groups}]`,
  ]
}

/** Loopback, this host, private networks, cloud metadata services. */
const inside = ['127.0.0.1', '0.0.0.0', '10.0.0.1', '172.16.5.4', '192.168.1.1', '169.254.169.254', '100.100.100.200']

/** Addresses outside public unicast, as DNS may return them. */
export const specialAddresses = [
  ...inside,
  ...['0.1.2.3', '10.255.255.255', '100.64.0.1', '100.127.255.254', '127.255.255.254', '127.0.0.53', '168.63.129.16'],
  ...['169.254.0.1', '172.31.255.255', '192.0.0.1', '192.0.0.192', '192.0.2.1', '192.31.196.1', '192.52.193.1'],
  ...['192.88.99.1', '192.168.255.255', '192.175.48.1', '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::2', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '64:ff9b::7f00:1', '64:ff9b::808:808'],
  ...['64:ff9b:1::a00:1', '100::1', '100:0:0:1::1', '2001::1', '2001:0:7f00:1::', '2001:2::1', '2001:10::1'],
  ...['2001:20::1', '2001:db8::1', '2002:7f00:1::', '2002:a00:1::1', '2620:4f:8000::1', '3fff::1', '3fff:fff::1'],
  ...['4000::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fd12:3456::1', 'fe80::1', 'febf::1', 'fec0::1', 'ff02::1'],
  ...['ff0e::1', '2600:1f18::5efe:a00:1', '2600:1f18::200:5efe:a00:1'],
]

const special6 = specialAddresses.filter((address) => address.includes(':')).map((address) => `[${address}]`)

const names = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'localhost.localdomain', 'ｌocalhost', 'loc%61lhost'],
  ...['db', 'metadata', 'kubernetes', 'printer.local', 'vault.internal', 'metadata.google.internal', 'wiki.intranet'],
  ...[
    'nas.lan',
    'router.home',
    'router.home.arpa',
    'files.corp',
    'key.private',
    'x.onion',
    'x.invalid',
    'hooks.example.',
  ],
]

const forms = [
  ...['', 'https', 'https:', 'https://', 'https:///', '//10.0.0.1/', '/hook', 'hooks.example/hook'],
  ...['http://hooks.example/', 'ftp://hooks.example/', 'file:///etc/passwd', 'gopher://10.0.0.1:6379/_INFO'],
  ...[
    'data:text/plain,x',
    'javascript:alert(1)',
    'unix:/run/docker.sock',
    'ws://hooks.example/',
    'dict://10.0.0.1:11211/',
  ],
  ...['https:10.0.0.1/', 'https:/10.0.0.1/', 'https:\\\\10.0.0.1\\', 'https://hooks.example\\@10.0.0.1/'],
  ...['https://hooks.example@10.0.0.1/', 'https://10.0.0.1@hooks.example/', 'https://a:b@hooks.example/'],
  ...['https://@hooks.example/', 'https://:@hooks.example/', 'https://hooks.example:443@10.0.0.1/'],
  ...['https://hooks.example%40@10.0.0.1/', 'https://10.0.0.1#@hooks.example/', 'https://10.0.0.1?@hooks.example/'],
  ...['ht\ntps://hooks.example/', 'https://10.0.0.1\t/', ' https://hooks.example/', 'https://hooks.example/a b'],
  ...['https://hooks.example\r\nHost: x/', 'https://hooks\u200b.example/', 'https://hooks.example\u0000.x/'],
  ...['https://[fe80::1%25eth0]/', 'https://[fe80::1%eth0]/', 'https://[::1', 'https://::1/', 'https://[127.0.0.1]/'],
  ...[
    'https://256.0.0.1/',
    'https://127.0.0.0.1/',
    'https://1.2.3.4.5/',
    'https://0x100000000/',
    'https://127.0.0.1:0/',
  ],
  ...['https://hooks.example:0/', 'https://hooks.example:65536/', 'https://hooks.example:-1/', 'https://..example/x y'],
  ...[
    'https://010.8.8.8/',
    'https://134744072/',
    'https://8.8.2056/',
    'https://8.8.8.8./',
    'https://8.8.8.8%2f@10.0.0.1/',
  ],
  `https://hooks.example/${'x'.repeat(3_000)}`,
]

/** Receiver URLs that are refused as they are. */
export const tricks = [
  ...inside.flatMap(notations).map((host) => `https://${host}/hook`),
  ...special6.map((host) => `https://${host}:8443/hook`),
  ...names.map((name) => `https://${name}/hook`),
  ...forms,
]
