import type { Dice } from './dice.ts'
import type { PlacedKind } from './placed-secrets.types.ts'

/** Two halves of a key, and what a language puts between their strings. */
const glued =
  (glue: string) =>
  (d: Dice): string =>
    `${d.of('mixed', 11)}7${glue}${d.of('mixed', 12)}`

const joinedBy = (
  glue: string,
  tuned: readonly string[],
  held: readonly string[] = [],
): PlacedKind => ({
  kind: `strings joined by ${glue.replaceAll('\n', '⏎')}, written first`,
  make: glued(glue),
  tuned,
  held,
})

/** Keys in pieces: shapes written before the rules were read (tuned), and once they had been changed (held). */
export const EVERYDAY_JOINED: readonly PlacedKind[] = [
  joinedBy(
    '" "',
    ['api_key = "§"\n', 'static const char *api_token = "§";\n', 'const char SECRET[] = "§";\n'],
    ['const char *db_password = "§";\n', '(def api-key (str "§"))\n'],
  ),
  joinedBy(
    '", "',
    [
      'token = "".join(["§"])\n',
      'const SECRET: &str = concat!("§");\n',
      'api_key <- paste0("§")\n',
      'password := fmt.Sprintf("%s%s", "§")\n',
      'val secret = listOf("§").joinToString("")\n',
    ],
    [
      'let api_key = format!("{}{}", "§");\n',
      'string password = string.Concat("§");\n',
      'String token = String.join("", "§");\n',
      'api_key = join("", ["§"])\n',
      'password := strings.Join([]string{"§"}, "")\n',
    ],
  ),
  joinedBy("', '", [
    "SELECT CONCAT('§') AS password;\n",
    "password: !Join ['', ['§']]\n",
    "const token = ['§'].join('')\n",
    "$secret = '§' -join ''\n",
  ]),
  joinedBy('" ^ "', ['let secret_key = "§"\n']),
  joinedBy('" * "', ['password = "§"\n']),
  joinedBy("' ~ '", ['secret_key: "{{ \'§\' }}"\n']),
  joinedBy('" <> "', ['let password = "§"\n']),
  joinedBy('").append("', ['String secret = new StringBuilder().append("§").toString();\n']),
  joinedBy('" \\\n             "', [], ['AUTH_TOKEN = "§"\n']),
  joinedBy("'\n    '", [], ["final password = '§';\n"]),
]
