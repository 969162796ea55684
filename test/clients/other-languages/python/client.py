"""Reads and writes with graphql-core, the GraphQL library of Python: version 2.3, as Debian 12 has it, or 3.2, which `gql` uses."""

import json
import sys
import urllib.request

import graphql
from graphql import build_client_schema, parse, validate

arguments = json.loads(sys.argv[1])


def send(query, variables=None, operation=None, token=arguments["tokens"]["admin"]):
    body = {"query": query, "variables": variables or {}, "operationName": operation}
    headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    request = urllib.request.Request(arguments["url"], json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def introspection_query():
    if hasattr(graphql, "get_introspection_query"):
        return graphql.get_introspection_query()
    return graphql.introspection_query


def messages(document):
    """Why the schema rejects a document. Nothing is sent."""
    return [error.message for error in validate(schema, parse(document))]


def execute(operation, variables=None, **options):
    return send(documents, variables, operation, **options)


def read_sites():
    """All pages of a connection, two items each."""
    titles, after, requests, total = [], None, 0, None
    while True:
        variables = {"organizationId": arguments["organizationId"], "after": after}
        sites = execute("OrganizationSites", variables)["data"]["organization"]["sites"]
        requests, total = requests + 1, sites["totalCount"]
        titles += [edge["node"]["title"] for edge in sites["edges"]]
        if not sites["pageInfo"]["hasNextPage"]:
            return {"titles": titles, "totalCount": total, "requests": requests}
        after = sites["pageInfo"]["endCursor"]


def create_comment(change_request_id, markdown):
    variables = {"input": {"changeRequestId": change_request_id, "body": {"markdown": markdown}}}
    return execute("CreateComment", variables)["data"]["createChangeRequestComment"]


def field_error():
    result = execute("VisibleSites", token=arguments["tokens"]["guest"])
    [organization], [error] = result["data"]["organizations"]["nodes"], result["errors"]
    return {"title": organization["title"], "sites": organization["sites"], "message": error["message"]}


schema = build_client_schema(send(introspection_query())["data"])
type_map = schema.type_map if hasattr(schema, "type_map") else schema.get_type_map()
with open(arguments["documents"], encoding="utf-8") as file:
    documents = file.read()
if messages(documents):
    sys.exit(f"The documents are invalid: {messages(documents)}")

created = create_comment(arguments["changeRequestId"], "From Python")
refused = create_comment("x", "From Python")
print(
    json.dumps(
        {
            "types": list(type_map),
            "organizations": execute("Organizations")["data"]["organizations"]["nodes"],
            "sites": read_sites(),
            "comment": created["comment"]["body"]["markdown"],
            "userErrors": refused["userErrors"],
            "fieldError": field_error(),
            "unknownField": messages("{ nothing }")[0],
        }
    )
)
