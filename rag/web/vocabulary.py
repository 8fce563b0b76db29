"""Every word of the interface, in both of its languages."""

from typing import NamedTuple


class Both(NamedTuple):
    en: str
    fr: str


WORDS: dict[str, Both] = {
    "page.chat": Both("Ask the library", "Interroger la bibliothèque"),
    "page.admin": Both("Administration", "Administration"),
    "page.language": Both("Language", "Langue"),
    # the chat
    "chat.intro": Both(
        "Ask about the books of this library. The answer names its passages, and each one can be opened and checked.",
        "Posez une question sur les livres de cette bibliothèque. "
        "La réponse nomme ses passages, et chacun peut être ouvert et vérifié.",
    ),
    "chat.box": Both("Your question", "Votre question"),
    "chat.starters": Both("You could begin with", "Vous pourriez commencer par"),
    "chat.earlier": Both("Show {n} earlier questions", "Afficher {n} questions précédentes"),
    "chat.new": Both("New conversation", "Nouvelle conversation"),
    "chat.kept": Both(
        "Your question is still in the box below: send it again when you like.",
        "Votre question est restée dans le champ ci-dessous : renvoyez-la quand vous voulez.",
    ),
    "chat.empty": Both("This library holds no documents yet.", "Cette bibliothèque ne contient encore aucun document."),
    "chat.empty.todo": Both(
        "Whoever runs it can load books with the first command below, or all the works of a manifest with the second. "
        "A new data folder (LIBRARY_DATA) starts with the sample library.",
        "La personne qui la gère peut charger des livres avec la première commande ci-dessous, ou toutes les œuvres "
        "d’un manifeste avec la deuxième. Un nouveau dossier de données (LIBRARY_DATA) reçoit la bibliothèque "
        "d’exemple.",
    ),
    "chat.opening": Both("The library is being opened …", "La bibliothèque s’ouvre…"),
    # the steps
    "step.working": Both("Looking in the books …", "Recherche dans les livres…"),
    "step.expand": Both("Searching for", "Recherche de"),
    "step.sections": Both("In these sections", "Dans ces sections"),
    "step.passages": Both("Passages found", "Passages trouvés"),
    "step.writing": Both("Writing the answer …", "Rédaction de la réponse…"),
    # scope
    "scope.title": Both("Search in", "Chercher dans"),
    "scope.author": Both("Author", "Auteur"),
    "scope.work": Both("Work", "Œuvre"),
    "scope.language": Both("Language of the text", "Langue du texte"),
    "scope.all": Both("All", "Tout"),
    "scope.absent": Both("{name} (not in this library)", "{name} (absent de cette bibliothèque)"),
    # what an answer comes to
    "outcome.quoted": Both(
        "These are quotations, word for word, chosen without a language model. "
        "For an answer written from them, set ANTHROPIC_API_KEY (in the environment or in .env) and restart.",
        "Ce sont des citations, mot pour mot, choisies sans modèle de langue. Pour une réponse rédigée à partir "
        "d’elles, définissez ANTHROPIC_API_KEY (dans l’environnement ou dans .env) et redémarrez.",
    ),
    "outcome.quoted.again": Both(
        "Quotations, word for word, without a language model.", "Citations, mot pour mot, sans modèle de langue."
    ),
    "outcome.not_in_library": Both(
        "This library holds nothing that answers this question.",
        "Rien dans cette bibliothèque ne répond à cette question.",
    ),
    "outcome.no_answer": Both(
        "No answer came back. These are the passages that were found for it.",
        "Aucune réponse n’est revenue. Voici les passages trouvés pour elle.",
    ),
    "outcome.incomplete": Both(
        "This answer was cut off before its end: read it as incomplete.",
        "Cette réponse a été coupée avant la fin : elle est incomplète.",
    ),
    "outcome.failed": Both("The answer could not be written.", "La réponse n’a pas pu être rédigée."),
    "outcome.scoped": Both(
        "Only these were searched: {scope}.",
        "La recherche se limitait à : {scope}.",
    ),
    "sources.nearest": Both(
        "Nearest passages, which do not answer it", "Passages les plus proches, qui n’y répondent pas"
    ),
    "sources.found": Both("Passages found", "Passages trouvés"),
    "sources.none": Both("No passage was found.", "Aucun passage n’a été trouvé."),
    # the passage behind a citation
    "passage.named": Both("{name}:", "{name} :"),
    "passage.author": Both("Author", "Auteur"),
    "passage.work": Both("Work", "Œuvre"),
    "passage.edition": Both("Edition", "Édition"),
    "passage.reference": Both("Reference", "Référence"),
    "passage.page": Both("Page", "Page"),
    "passage.section": Both("Section", "Section"),
    "passage.speaker": Both("Speaker", "Interlocuteur"),
    "passage.parallels": Both("The same place in other editions", "Le même passage dans d’autres éditions"),
    # what was checked
    "check.quoted": Both("{state}: “{text}”", "{state} : « {text} »"),
    "check.exact": Both("✓ quoted word for word", "✓ cité mot pour mot"),
    "check.near": Both(
        "≈ quoted nearly: the words differ a little from the passage",
        "≈ cité à peu près : les mots diffèrent un peu du passage",
    ),
    "check.not_found": Both(
        "✗ quotation not found in this passage",
        "✗ citation introuvable dans ce passage",
    ),
    "check.no_quote": Both(
        "– the answer quotes no words of this passage",
        "– la réponse ne cite aucun mot de ce passage",
    ),
    "check.locus.confirmed": Both(
        "✓ reference confirmed: what the answer writes lies in this passage",
        "✓ référence confirmée : celle qu’écrit la réponse est dans ce passage",
    ),
    "check.locus.unconfirmed": Both(
        "✗ reference unconfirmed: what the answer writes does not lie in this passage",
        "✗ référence non confirmée : celle qu’écrit la réponse n’est pas dans ce passage",
    ),
    "check.reference.confirmed": Both(
        "✓ {text}: reference confirmed, it lies in a cited passage",
        "✓ {text} : référence confirmée, elle est dans un passage cité",
    ),
    "check.reference.unconfirmed": Both(
        "✗ {text}: reference unconfirmed, it lies in no cited passage",
        "✗ {text} : référence non confirmée, elle n’est dans aucun passage cité",
    ),
    "check.uncited": Both(
        "✗ sentences without a source, counted from the first: {sentences}",
        "✗ phrases sans source, en comptant depuis la première : {sentences}",
    ),
    "check.unknown_keys": Both(
        "✗ sources that do not exist, removed from the answer: {n}",
        "✗ sources inexistantes, retirées de la réponse : {n}",
    ),
    "check.title": Both("Checks", "Vérifications"),
    # how it was found
    "how.title": Both("How this was found", "Comment cela a été trouvé"),
    "how.standalone": Both("Searched as: {question}", "Question recherchée : {question}"),
    "how.queries": Both("Searched for", "Recherches faites"),
    "how.sections": Both("Sections found", "Sections trouvées"),
    "how.strategy": Both(
        "Strategy {strategy}, {seconds} s of searching", "Stratégie {strategy}, {seconds} s de recherche"
    ),
    "link.copy": Both("Link", "Lien"),
    "link.what": Both(
        "Whoever opens this address asks the same question of this library.",
        "Qui ouvre cette adresse pose la même question à cette bibliothèque.",
    ),
    # the administrator
    "admin.password": Both("Password", "Mot de passe"),
    "admin.enter": Both("Enter", "Entrer"),
    "admin.leave": Both("Log out", "Se déconnecter"),
    "admin.wrong": Both("This is not the password.", "Ce n’est pas le mot de passe."),
    "admin.where": Both(
        "It is ADMIN_PASSWORD. Where that is not set, one was made at the first start and shown in the terminal; "
        "to have another made, delete admin.json in the data folder and restart.",
        "C’est ADMIN_PASSWORD. S’il n’est pas défini, un mot de passe a été créé au premier démarrage et affiché dans "
        "le terminal ; pour en obtenir un autre, supprimez admin.json du dossier de données et redémarrez.",
    ),
    "admin.collections": Both("Collections", "Collections"),
    "admin.collection": Both("Collection", "Collection"),
    "admin.objects": Both("Objects", "Objets"),
    "admin.vectors": Both("Vectors", "Vecteurs"),
    "admin.vectorized": Both("Vectorised by", "Vectorisé par"),
    "admin.size": Both("Size (estimate)", "Taille (estimation)"),
    "admin.role": Both("Role", "Rôle"),
    "admin.sum": Both("Sum", "Somme"),
    "admin.role.Work": Both("the works, found by title and author", "les œuvres, trouvées par titre et auteur"),
    "admin.role.Document": Both("one a loaded edition, never searched", "un par édition chargée, jamais cherché"),
    "admin.role.Summary": Both(
        "the sections, searched to know where to look", "les sections, cherchées pour savoir où regarder"
    ),
    "admin.role.Chunk": Both("the passages, searched and cited", "les passages, cherchés et cités"),
    "admin.no_vector": Both("none", "aucun"),
    "admin.vectors.sum": Both("{n} vectors in all.", "{n} vecteurs en tout."),
    "admin.ratio": Both(
        "{n} summaries a chunk: above 1 there are more sections than passages, so sections are short or lie on several "
        "levels; far below 1 the sections are long, and finding one says less about where to look.",
        "{n} résumés par passage : au-dessus de 1, il y a plus de sections que de passages, donc des sections courtes "
        "ou sur plusieurs niveaux ; bien au-dessous de 1, les sections sont longues, et en trouver une dit moins où "
        "regarder.",
    ),
    "admin.no_ratio": Both(
        "No summaries a chunk yet: there are no chunks.", "Pas encore de résumés par passage : aucun passage."
    ),
    "admin.embedder": Both(
        "Embedder: {name}, {dimensions} dimensions.", "Vectorisation : {name}, {dimensions} dimensions."
    ),
    "admin.weaviate": Both("Weaviate {version} answers.", "Weaviate {version} répond."),
    "admin.models": Both(
        "Answers by {answer}, variants by {expand}.", "Réponses par {answer}, variantes par {expand}."
    ),
    "admin.no_models": Both(
        "No key for a language model: answers are quotations.",
        "Pas de clé pour un modèle de langue : les réponses sont des citations.",
    ),
    "admin.documents": Both("Documents", "Documents"),
    "admin.nothing": Both("Nothing yet.", "Rien pour l’instant."),
    "admin.document.id": Both("Document", "Document"),
    "admin.author": Both("Author", "Auteur"),
    "admin.work": Both("Work", "Œuvre"),
    "admin.edition": Both("Edition", "Édition"),
    "admin.language": Both("Language", "Langue"),
    "admin.chunks": Both("Chunks", "Passages"),
    "admin.summaries": Both("Summaries", "Résumés"),
    "admin.status": Both("Status", "État"),
    "admin.warnings": Both("Warnings", "Avertissements"),
    "admin.by_language": Both("Chunks by language", "Passages par langue"),
    "admin.by_work": Both("Chunks by work", "Passages par œuvre"),
    "admin.by_unit": Both("Chunks by type", "Passages par type"),
    "admin.by_level": Both("Sections by level", "Sections par niveau"),
    "admin.level": Both("Level {n}", "Niveau {n}"),
    "admin.all_values": Both("All values ({n})", "Toutes les valeurs ({n})"),
    "admin.rest": Both("{n} others", "{n} autres"),
    "admin.group": Both("Value", "Valeur"),
    "admin.count": Both("Number", "Nombre"),
    # what went wrong, by kind; the message itself follows
    "error.RagError": Both("That did not work.", "Cela n’a pas fonctionné."),
    "error.BadSetting": Both("A setting is wrong.", "Un réglage est incorrect."),
    "error.BadQuestion": Both("This question cannot be searched.", "Cette question ne peut pas être cherchée."),
    "error.EmptyLibrary": Both("This library is empty.", "Cette bibliothèque est vide."),
    "error.BadBook": Both("This file cannot become a document.", "Ce fichier ne peut pas devenir un document."),
    "error.BadManifest": Both("This list of books is wrong.", "Cette liste de livres est incorrecte."),
    "error.BadQuestions": Both("These questions cannot be used.", "Ces questions ne peuvent pas servir."),
    "error.NoSuchDocument": Both("There is no such document.", "Ce document n’existe pas."),
    "error.WeaviateDown": Both("The library's database does not answer.", "La base de la bibliothèque ne répond pas."),
    "error.SchemaMismatch": Both("This library was made in another way.", "Cette bibliothèque a été faite autrement."),
    "error.EmbedderDown": Both(
        "The service that turns text into vectors does not answer.",
        "Le service qui transforme le texte en vecteurs ne répond pas.",
    ),
    "error.LocalServerFailed": Both(
        "A server that the library needs could not be started.",
        "Un serveur dont la bibliothèque a besoin n’a pas pu démarrer.",
    ),
    "error.ClaudeUnavailable": Both("Claude did not answer.", "Claude n’a pas répondu."),
    "error.ClaudeBusy": Both("Claude is busy.", "Claude est surchargé."),
    "error.ClaudeRefusesKey": Both("Claude refuses the key.", "Claude refuse la clé."),
    # languages of texts
    "lang.de": Both("German", "allemand"),
    "lang.en": Both("English", "anglais"),
    "lang.es": Both("Spanish", "espagnol"),
    "lang.fr": Both("French", "français"),
    "lang.grc": Both("Ancient Greek", "grec ancien"),
    "lang.it": Both("Italian", "italien"),
    "lang.la": Both("Latin", "latin"),
    # kinds of passage
    "unit.argument": Both("argument", "argument"),
    "unit.definition": Both("definition", "définition"),
    "unit.exposition": Both("exposition", "exposé"),
    "unit.question": Both("question", "question"),
    "unit.objection": Both("objection", "objection"),
    "unit.example": Both("example", "exemple"),
    "unit.narration": Both("narration", "récit"),
    # states of a document
    "status.ready": Both("ready", "prêt"),
    "status.loading": Both("loading", "en cours de chargement"),
    "status.failed": Both("failed", "échec"),
}
