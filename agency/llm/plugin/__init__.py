"""LangChain chat models of other packages as providers, by the names that the operator allows."""
