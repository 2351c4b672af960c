"""What the server itself refuses, in four languages."""

from ..words import LANGUAGES

_SENTENCES = {
    "stale": (
        "the game has gone on meanwhile",
        "la partie a continué entre-temps",
        "a partida avançou entretanto",
        "de partij is intussen verdergegaan",
    ),
    "not-a-player": (
        "only the players may do that",
        "seuls les joueurs peuvent faire cela",
        "só os jogadores podem fazer isso",
        "alleen de spelers mogen dat doen",
    ),
    "wrong-secret": (
        "this link is not that of a player of this game",
        "ce lien n'est pas celui d'un joueur de cette partie",
        "este link não é de um jogador desta partida",
        "deze link is niet die van een speler van deze partij",
    ),
    "no-such-game": (
        "there is no such game, or it has been removed",
        "cette partie n'existe pas ou a été supprimée",
        "esta partida não existe ou foi removida",
        "deze partij bestaat niet of is verwijderd",
    ),
    "bad-message": (
        "this message cannot be read",
        "ce message est illisible",
        "esta mensagem não pode ser lida",
        "dit bericht is onleesbaar",
    ),
    "bad-request": (
        "this cannot be read: {field}",
        "ceci est illisible : {field}",
        "isto não pode ser lido: {field}",
        "dit is onleesbaar: {field}",
    ),
    "too-large": (
        "this is too large",
        "c'est trop grand",
        "isto é grande demais",
        "dit is te groot",
    ),
    "too-fast": (
        "too many requests: wait a moment",
        "trop de demandes : attendez un instant",
        "pedidos demais: espere um momento",
        "te veel verzoeken: wacht even",
    ),
    "too-many": (
        "the server is full: try again later",
        "le serveur est complet : réessayez plus tard",
        "o servidor está cheio: tente mais tarde",
        "de server is vol: probeer het later",
    ),
    "not-now": (
        "that cannot be done now",
        "ce n'est pas possible maintenant",
        "isso não é possível agora",
        "dat kan nu niet",
    ),
    "not-stored": (
        "the server cannot store anything now",
        "le serveur ne peut rien enregistrer maintenant",
        "o servidor não consegue gravar nada agora",
        "de server kan nu niets opslaan",
    ),
    "removed": (
        "this game has been removed",
        "cette partie a été supprimée",
        "esta partida foi removida",
        "deze partij is verwijderd",
    ),
    "closing": (
        "the server is closing",
        "le serveur s'arrête",
        "o servidor está sendo desligado",
        "de server sluit af",
    ),
    "other-origin": (
        "this request comes from another site",
        "cette demande vient d'un autre site",
        "este pedido vem de outro site",
        "dit verzoek komt van een andere site",
    ),
    "no-rules": (
        "no draw but by agreement",
        "aucune nulle, sauf d'un commun accord",
        "nenhum empate, exceto de comum acordo",
        "geen remise, behalve in overleg",
    ),
    "offers": (
        "{count} draw offers each",
        "{count} propositions de nulle chacun",
        "{count} ofertas de empate cada um",
        "ieder {count} remiseaanbiedingen",
    ),
    "claimed": (
        "if claimed",
        "sur demande",
        "se reclamado",
        "op verzoek",
    ),
}


def sentence(code: str, language: str, **fields: object) -> str:
    """A sentence in a language; in English if there are no words in that one.

    >>> sentence("stale", "nl")
    'de partij is intussen verdergegaan'
    """
    nth = LANGUAGES.index(language) if language in LANGUAGES else 0
    return _SENTENCES[code][nth].format_map(fields)


class RefusalError(Exception):
    """What the server itself refuses.

    Attributes:
        code: A word of this module.
        status: Of the answer to a request.
    """

    def __init__(self, code: str, status: int = 422, **fields: object) -> None:
        super().__init__(code)
        self.code, self.status, self._fields = code, status, fields

    def text(self, language: str) -> str:
        """The reason as a sentence."""
        return sentence(self.code, language, **self._fields)
