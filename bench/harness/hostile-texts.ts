const dashes = '-'.repeat(5)

/** What a text consists of that is meant to keep the rules busy. */
const UNITS: Record<string, string> = {
  'begin lines of keys': `${dashes}BEGIN PRIVATE KEY${dashes}\n`,
  'begin lines with a body': `${dashes}BEGIN PRIVATE KEY${dashes}\n${'A'.repeat(64)}\n`,
  'open assignments': 'password="',
  'secret words': 'secrettokenpasswordapikey',
  'words and signs': 'token: token: = ',
  addresses: '://a:',
  'heads of tokens': 'sk-ghp_xoxb-',
  'heads of JWTs': 'eyJ',
  'dotted heads of JWTs': `eyJ${'a'.repeat(40)}.`,
  'private tags': '<private>',
  'one long word': 'a1B2',
  'digits and colons': '1234567890:A',
  cookies: 'cookie: a=b; ',
  'command lines': 'mysql -u a -h b ',
  spaces: 'token         ',
  authorization: 'authorization: bearer ',
  'test names': 'PASS: pass_1 ',
  'signs as numbers': '%2522\\u0022&#34;',
  colours: '\u001b[0m',
  backslashes: '\\',
  'variables of images': 'ENV A_PASSWORD k8s-only ',
  'line heads': 'token\na-1a-1',
  'values beneath names': 'salt:\n  a1b2c3d4\n',
  'questions to a cluster': 'get secret x jsonpath',
  'told passwords': 'password for a b c ',
  'names of columns': 'password,',
  'pipes into commands': 'echo a1b2c3d4 | base64 -d ',
  'rulers of tables': '|password|\n|---|\n',
  'fields of cookies': '"value":"a1b2c3d4" "httpOnly',
  'private parts': '"d":"a1b2c3d4e5f6g7h8i9j0k1l2",',
  otherwise: 'token || ',
  'values by column': 'insert into t (password) values (',
  'rows without an end': "insert into t (a) values ('b'),('c",
  'passwords told elsewhere': 'пароль от базы ',
  'words around a password': 'contraseña a b c d e f ',
  'open fields of a page': "fill('#a password', ",
  'open arguments': "jwt.sign({a:1}, 'b', ",
  'hooks of addresses': '/hooks/a1b2c3d4e5f6g7h8i9',
  'logins of drivers': 'a:b1c2d3@tcp(',
}

/** Texts of about `size` characters, each by its name. */
export const hostileTexts = (size: number): { name: string; text: string }[] =>
  Object.entries(UNITS).map(([name, unit]) => ({
    name,
    text: unit.repeat(Math.ceil(size / unit.length)),
  }))
